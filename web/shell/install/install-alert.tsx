import { useDismissal } from '#web/api/dismissals.ts'
import { useCached } from '#web/api/use-cached.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { askToInstall, type InstallMethod } from './install-offer.ts'

/**
 * Offers to install the site to a member who has a conversation to come back to, once: any answer closes it
 * for good (SHELL-27).
 */
export function InstallAlert({ method }: { method: InstallMethod }) {
  const t = useTranslations('install')
  const notifications = useTranslations('notifications')
  const name = useSiteName()
  const { isDismissed, dismiss } = useDismissal('install')
  const hasConversation = (useCached(chatsQuery())?.chats.length ?? 0) > 0
  if (isDismissed || !hasConversation) return null
  return (
    <Alert
      title={t('title', { name })}
      className="mb-6"
      actions={
        <>
          {method === 'question' && (
            <Button variant="outline" size="sm" onClick={() => void askToInstall().then(dismiss)}>
              {t('install')}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={dismiss}>
            {notifications('dismiss')}
          </Button>
        </>
      }
    >
      {t('why')} {method === 'by hand' && t('byHand')}
    </Alert>
  )
}
