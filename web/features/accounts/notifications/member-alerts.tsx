import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { stopReasonOf } from '#contract/accounts/notification-kinds.ts'
import { useDismissal } from '#web/api/dismissals.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { alertOf } from './alert-rules.ts'
import { MailsStoppedAlert } from './mails-stopped.tsx'
import { usePush } from './use-push.ts'
import { useUser } from '#web/features/accounts/use-user.ts'

/**
 * What a member can close for good above the members, one at a time (SHELL-18). Loaded on demand. `others` is
 * what the shell adds, after all others.
 */
export function MemberAlerts({ others }: { others?: ReactNode }) {
  const user = useUser()
  const { push_public_key } = useSettings()
  const reason = stopReasonOf(user?.notifications_disabled ?? [])
  const mails = useDismissal('disabled-notifications')
  const push = useDismissal('push')
  const { state, isPending, turn } = usePush()
  const isUnconfirmed = user?.status === 'not_confirmed'
  // The reminder to confirm the address says it too.
  const hasStoppedMails = reason !== undefined && !(isUnconfirmed && reason === 'bounce')
  const alert = alertOf({
    hasStoppedMails: hasStoppedMails && !mails.isDismissed,
    isUnconfirmed,
    push_public_key,
    isPushAnswered: push.isDismissed,
    pushState: state,
  })
  // In their order: after the first one comes the second, or none.
  useFocusAfterRemoval(alert === 'mails' ? 2 : alert === 'push' ? 1 : 0)
  if (alert === 'mails' && reason) return <MailsStoppedAlert reason={reason} onDismiss={mails.dismiss} />
  if (alert !== 'push') return state === null ? null : others
  return (
    <PushAlert
      isPending={isPending}
      // What the browser asks is an answer too. After an error the offer stays.
      onAccept={() => void turn(true).then((reached) => reached && push.dismiss())}
      onDismiss={push.dismiss}
    />
  )
}

interface PushAlertProps {
  isPending: boolean
  onAccept: () => void
  onDismiss: () => void
}

/** Offers push messages in this browser, with the sign-up's texts. The browser asks after a yes (NOTE-2). */
function PushAlert({ isPending, onAccept, onDismiss }: PushAlertProps) {
  const t = useTranslations('push')
  const notifications = useTranslations('notifications')
  return (
    <Alert
      title={t('question')}
      className="mb-6"
      actions={
        <>
          <Button variant="outline" size="sm" isPending={isPending} onClick={onAccept}>
            {t('yes')}
          </Button>
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            {notifications('dismiss')}
          </Button>
        </>
      }
    >
      {t('what')}
    </Alert>
  )
}
