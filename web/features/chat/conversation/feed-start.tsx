import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { HISTORY_DAYS } from '#contract/limits.ts'
import { useCallErrorText } from '#web/i18n/use-call-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import type { OpenConversation } from './conversation-merge.ts'

interface Props {
  open: OpenConversation
  isPending: boolean
  /** Why older messages could not be fetched, or null. */
  error: unknown
  onLoadOlder: () => void
}

/** What is above the oldest loaded message: a button for older ones, or why there are none. */
export function FeedStart({ open: { conversation, messages, hasMore }, isPending, error, onLoadOlder }: Props) {
  const t = useTranslations('chat')
  const startT = useTranslations('chat-conversation.start')
  const format = useFormatter()
  const errorText = useCallErrorText()
  const { matchedAt, profile } = conversation
  if (hasMore) {
    return (
      <div className="py-2 text-center">
        <p role="status" className="mb-1 text-sm text-danger-text empty:sr-only">
          {error !== null && errorText(error)}
        </p>
        <Button variant="ghost" size="sm" isPending={isPending} onClick={onLoadOlder}>
          {t('older')}
        </Button>
      </div>
    )
  }
  // The first message of a conversation has the number 1.
  const isHidden = (messages[0]?.seq ?? 1) > 1
  const hasMatchNotice = messages.some((message) => message.kind === 'system' && message.notice === 'match')
  return (
    <div className="flex flex-col gap-1 py-2 text-center text-sm text-text-muted">
      {isHidden && <p>{startT('hidden', { count: HISTORY_DAYS })}</p>}
      {matchedAt !== null && !hasMatchNotice && (
        <p>{startT('matched', { name: profile.name, day: format.dateTime(new Date(matchedAt), 'day') })}</p>
      )}
    </div>
  )
}
