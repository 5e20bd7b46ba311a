import { use } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Message } from '#contract/chat/schemas.ts'
import { cx } from '#web/ui/cx.ts'
import { MessagesContext, useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import { useMessageSummary } from './use-message-summary.ts'

/** The message that another one answers, above it; a press leads there. */
export function ReplyQuote({ seq, isOnAccent }: { seq: number; isOnAccent: boolean }) {
  const t = useTranslations('chat-conversation')
  const { partner, ownId } = useFeed()
  const message = use(MessagesContext).get(seq)
  const name = message && (message.senderId === ownId ? t('you') : partner.name)
  return (
    <button
      type="button"
      disabled={!message}
      onClick={() => showMessage(seq)}
      className={cx(
        'mb-1 block w-full max-w-full rounded-sm border-s-4 px-2 py-1 text-start text-sm',
        isOnAccent ? 'border-on-accent bg-accent-strong text-on-accent' : 'border-accent bg-surface text-text-muted',
      )}
    >
      {name !== undefined && <span className="block font-semibold">{name}</span>}
      <QuoteText message={message} />
    </button>
  )
}

function QuoteText({ message }: { message: Message | undefined }) {
  const summary = useMessageSummary()
  return (
    <span dir="auto" className="line-clamp-2 wrap-anywhere">
      {summary(message)}
    </span>
  )
}

/** Scrolls to a message and makes it visible among its neighbours by a short fade. */
function showMessage(seq: number) {
  const element = document.getElementById(messageElementId(seq))
  element?.scrollIntoView({ block: 'center' })
  element?.animate({ opacity: [0.2, 1] }, 800)
}

/** Id of the element of a message, where quotes lead. */
export function messageElementId(seq: number) {
  return `message-${seq}`
}
