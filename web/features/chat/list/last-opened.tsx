import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useLoaded } from '#web/api/use-cached.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Button } from '#web/ui/elements/button.tsx'

/** Leads back to the conversation that was opened last, on whichever device, if the list shows it. */
export function LastOpened() {
  const t = useTranslations('chat')
  const format = useFormatter()
  const now = useNow()
  const { chats, totals } = useLoaded(chatsQuery())
  const last = totals.last_opened
  const chat = chats.find(({ profile }) => profile.id === last?.profile)
  if (!last || !chat) return null
  const { conversation, profile } = chat
  return (
    <div className="flex flex-col items-center gap-2">
      <Button render={<Link to={href('/chats/:id', { id: conversation.id })} />}>{t('lastOpened.go')}</Button>
      <p className="text-sm text-text-muted">
        {t('lastOpened.when', {
          name: profile.name,
          time: format.relativeTime(elapsedFrom(new Date(last.at), now), now),
        })}
      </p>
    </div>
  )
}
