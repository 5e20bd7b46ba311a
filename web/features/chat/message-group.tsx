import { Check, CheckCheck, Clock, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import { photoUrl } from '#contract/profiles.ts'
import type { ChatPartner } from '#contract/chat.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import type { FeedRow } from './feed-rows.ts'
import { isOutgoing, messageStatus, type MessageStatus } from './message-status.ts'
import type { OutgoingMessage } from './outbox.ts'

interface Props {
  group: Extract<FeedRow, { kind: 'group' }>
  partner: ChatPartner
  partnerReadSeq: number
  onRetry: (message: OutgoingMessage) => void
  onDiscard: (message: OutgoingMessage) => void
}

/** Messages that one side sent within a minute, with one time and one status below them. */
export function MessageGroup({ group: { isMine, at, messages }, partner, partnerReadSeq, onRetry, onDiscard }: Props) {
  const t = useTranslations('chat')
  const format = useFormatter()
  const last = messages.at(-1)
  return (
    // `content-visibility`: the browser skips the groups of a long history that are off screen.
    <div
      className={cx(
        'mt-2 flex items-end gap-2 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
        isMine && 'justify-end',
      )}
    >
      {!isMine && (
        <Avatar
          name={partner.name}
          src={partner.photo && photoUrl(partner.photo.id, 'thumb')}
          thumbhash={partner.photo?.thumbhash}
          size="sm"
          isDecorative
        />
      )}
      <div
        className={cx('flex max-w-[80%] min-w-0 flex-col gap-1 md:max-w-[70%]', isMine ? 'items-end' : 'items-start')}
      >
        <span className="sr-only">{isMine ? t('you') : partner.name}</span>
        {messages.map((message) => (
          <Bubble key={message.clientId} isMine={isMine} body={message.body} />
        ))}
        {messages.filter(isOutgoing).map(
          (message) =>
            message.problem !== null && (
              <FailedMessage
                key={message.clientId}
                // The sentence about credits is above the field, with a link to buy some.
                problem={message.isUnpaid ? t('notSent') : message.problem}
                onRetry={() => onRetry(message)}
                onDiscard={() => onDiscard(message)}
              />
            ),
        )}
        <p className="flex items-center gap-1 text-xs text-text-muted tabular-nums">
          <time dateTime={at.toISOString()}>{format.dateTime(at, 'time')}</time>
          {isMine && last && <StatusIcon status={messageStatus(last, partnerReadSeq)} />}
        </p>
      </div>
    </div>
  )
}

function Bubble({ isMine, body }: { isMine: boolean; body: string }) {
  return (
    <p
      className={cx(
        'max-w-full rounded-lg px-4 py-2 leading-snug wrap-anywhere whitespace-pre-wrap',
        isMine ? 'rounded-ee-sm bg-accent text-on-accent' : 'rounded-es-sm bg-surface-muted text-text',
      )}
    >
      {body}
    </p>
  )
}

interface FailedMessageProps {
  problem: string
  onRetry: () => void
  onDiscard: () => void
}

function FailedMessage({ problem, onRetry, onDiscard }: FailedMessageProps) {
  const t = useTranslations('chat')
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-3 text-end text-sm text-danger-text">
      <span className="flex items-center gap-1.5">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {problem}
      </span>
      <button type="button" className="min-h-11 font-semibold underline" onClick={onRetry}>
        {t('retry')}
      </button>
      <button type="button" className="min-h-11 font-semibold underline" onClick={onDiscard}>
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
    case 'read':
      return <CheckCheck role="img" aria-label={t('read')} className="size-4 text-accent-text" />
    case 'sent':
      return <Check role="img" aria-label={t('sent')} className="size-4" />
  }
}
