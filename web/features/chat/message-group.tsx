import { Check, CheckCheck, Clock, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import { photoUrl } from '#contract/profiles.ts'
import type { ChatPartner, Message } from '#contract/chat.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import type { FeedRow, OutgoingMessage } from './feed-rows.ts'

interface Props {
  group: Extract<FeedRow, { kind: 'group' }>
  partner: ChatPartner
  partnerReadSeq: number
  onRetry: (message: OutgoingMessage) => void
  onDiscard: (message: OutgoingMessage) => void
}

/** What one side said within a minute, with one time and one tick below it. */
export function MessageGroup({ group: { isMine, at, messages }, partner, partnerReadSeq, onRetry, onDiscard }: Props) {
  const t = useTranslations('chat')
  const format = useFormatter()
  const last = messages.at(-1)
  return (
    // Long histories are drawn only where they are looked at.
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
          <p
            key={message.clientId}
            className={cx(
              'max-w-full rounded-lg px-4 py-2 leading-snug wrap-anywhere whitespace-pre-wrap',
              isMine ? 'rounded-ee-sm bg-accent text-on-accent' : 'rounded-es-sm bg-surface-muted text-text',
            )}
          >
            {message.body}
          </p>
        ))}
        {messages.filter(isOutgoing).map(
          (message) =>
            message.problem !== null && (
              <div
                key={message.clientId}
                role="alert"
                className="flex flex-wrap items-center justify-end gap-x-3 text-end text-sm text-danger-text"
              >
                <span className="flex items-center gap-1.5">
                  <TriangleAlert aria-hidden className="size-4 shrink-0" />
                  {/* The sentence about credits stands above the field, with the way to get some. */}
                  {message.isUnpaid ? t('notSent') : message.problem}
                </span>
                <button type="button" className="min-h-11 font-semibold underline" onClick={() => onRetry(message)}>
                  {t('retry')}
                </button>
                <button type="button" className="min-h-11 font-semibold underline" onClick={() => onDiscard(message)}>
                  {t('discard')}
                </button>
              </div>
            ),
        )}
        <p className="flex items-center gap-1 text-xs text-text-muted tabular-nums">
          <time dateTime={at.toISOString()}>{format.dateTime(at, 'time')}</time>
          {isMine && last && <Tick message={last} partnerReadSeq={partnerReadSeq} />}
        </p>
      </div>
    </div>
  )
}

function isOutgoing(message: Message | OutgoingMessage): message is OutgoingMessage {
  return !('seq' in message)
}

/** Under way, sent, read. */
function Tick({ message, partnerReadSeq }: { message: Message | OutgoingMessage; partnerReadSeq: number }) {
  const t = useTranslations('chat.state')
  if (isOutgoing(message))
    return message.problem === null && <Clock role="img" aria-label={t('sending')} className="size-3.5" />
  if (message.seq <= partnerReadSeq)
    return <CheckCheck role="img" aria-label={t('read')} className="size-4 text-accent-text" />
  return <Check role="img" aria-label={t('sent')} className="size-4" />
}
