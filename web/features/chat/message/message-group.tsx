import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { memo, useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { isUnpaid } from '#web/features/chat/composer/credit-shortage.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import { isSameGroup, type MessageGroupRow } from '#web/features/chat/conversation/feed-rows.ts'
import { MessageItem } from './message-item.tsx'
import { isOutgoing, type MessageStatus } from './message-status.ts'
import type { OutboxMessage } from '#web/features/chat/outbox/outbox.ts'
import { HelpButton } from '#web/features/chat/conversation/help-button.tsx'
import { helpForError } from '#web/features/chat/conversation/sending-help.ts'

interface GroupProps {
  group: MessageGroupRow
  /** How far the last message has got, if it is the viewer's. */
  status: MessageStatus | null
  /** The message whose menu is in the tab order, if it is one of these. */
  tabSeq: number | undefined
  /** The viewer had not written anything yet. */
  isBeforeReply: boolean
  /** Own messages can still be deleted for both sides. */
  isRecent: boolean
  /** The viewer writes for the first time in this conversation. */
  isFirst: boolean
}

/** Messages that one side sent within a minute, with one time and one status below them. */
export const MessageGroup = memo(function MessageGroup({
  group: { isMine, at, messages },
  status,
  tabSeq,
  isBeforeReply,
  isRecent,
  isFirst,
}: GroupProps) {
  const t = useTranslations('chat')
  // A moment: it stays one when the message arrives at the server.
  const [isMoment] = useState(isFirst)
  const format = useFormatter()
  const { partner } = useFeed()
  return (
    // `content-visibility`: the browser skips groups of a long history off screen. It clips what is outside
    // of them, so the space above is inside, for the ring of a focused menu.
    <div
      className={cx(
        'flex items-end gap-2 pt-2 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
        isMine && 'justify-end',
      )}
    >
      {!isMine && (
        <Avatar
          name={partner.name}
          src={partner.photo && photoUrl(partner.photo.id, 'thumb')}
          preview={partner.photo?.preview}
          size="sm"
          isDecorative
        />
      )}
      <div
        className={cx(
          'flex min-w-0 flex-col gap-1 md:max-w-[70%]',
          // The avatar and the menu beside a message need their place on a narrow screen, too.
          isMoment && 'first-message',
          isMine ? 'max-w-[80%] items-end' : 'max-w-[min(80%,calc(100%-5.5rem))] items-start',
        )}
      >
        <span className="sr-only">{isMine ? t('you') : partner.name}</span>
        {messages.map((message) => (
          <MessageItem
            key={message.clientId}
            message={message}
            isMine={isMine}
            isTabStop={!isOutgoing(message) && message.seq === tabSeq}
            isBeforeReply={isBeforeReply}
            isRecent={isRecent}
          />
        ))}
        {messages.filter(isOutgoing).map((message) => (
          <FailedMessage key={message.clientId} message={message} />
        ))}
        <p className="flex items-center gap-1 text-xs text-text-muted tabular-nums">
          <time dateTime={at.toISOString()}>{format.dateTime(at, 'time')}</time>
          {status && <StatusIcon status={status} />}
        </p>
      </div>
    </div>
  )
}, isSameRender)

function isSameRender({ group: groupBefore, ...before }: GroupProps, { group, ...props }: GroupProps) {
  const isSame = isSameGroup(groupBefore, group)
  return isSame && Object.entries(props).every(([name, value]) => value === before[name as keyof typeof before])
}

/** Says why a message was rejected, with what helps and what can be done with the message. */
function FailedMessage({ message }: { message: OutboxMessage }) {
  const t = useTranslations('chat')
  const errorText = useErrorText()
  const { partner, onRetry, onDiscard } = useFeed()
  const { problem } = message
  if (!problem) return null
  const help = helpForError(problem.code)
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-3 text-end text-sm text-danger-text">
      <span className="flex items-center gap-1.5">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {/* The sentence about credits is above the field, with a link to buy some. */}
        {isUnpaid(message) ? t('notSent') : errorText.ofCode(problem.code, { name: partner.name, ...problem.params })}
      </span>
      {help && help !== 'credits' && <HelpButton help={help} profile={partner} />}
      <button type="button" className="min-h-11 font-semibold underline" onClick={() => onRetry(message)}>
        {t('retry')}
      </button>
      <button type="button" className="min-h-11 font-semibold underline" onClick={() => onDiscard(message)}>
        {t('discard')}
      </button>
    </div>
  )
}

function StatusIcon({ status }: { status: MessageStatus }) {
  const t = useTranslations('chat.state')
  switch (status) {
    case 'failed':
      return null
    case 'sending':
      return <Clock role="img" aria-label={t('sending')} className="size-3.5" />
    case 'sent':
      return <Check role="img" aria-label={t('sent')} className="size-4" />
    case 'delivered':
      return <CheckCheck role="img" aria-label={t('delivered')} className="size-4" />
    case 'read':
      return <CheckCheck role="img" aria-label={t('read')} className="size-4 text-accent-text" />
  }
}
