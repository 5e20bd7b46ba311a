import Ban from 'lucide-react/icons/ban'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { cx } from '#web/ui/cx.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import { DateMessage } from './date-message.tsx'
import { isOutgoing } from './message-status.ts'
import { isOnlyEmoji } from './only-emoji.ts'
import { OutgoingPhoto, PhotoMessage } from './photo-message.tsx'
import { ProfileQuoteBox } from './profile-quote.tsx'
import { OpenGift, ReceivedGift } from './received-gift.tsx'
import { ReplyQuote } from './reply-quote.tsx'
import { VoiceMessage } from './voice-message.tsx'

interface Props {
  message: FeedMessage
  isMine: boolean
  /** The viewer had not written anything yet. */
  isBeforeReply: boolean
}

/** The content of one message. */
export function MessageBubble({ message, isMine, isBeforeReply }: Props) {
  const t = useTranslations('chat-conversation')
  const viewerGender = useViewerGender()
  const quote = <Quotes message={message} isMine={isMine} />
  switch (message.kind) {
    case 'text':
      if (!hasQuote(message) && isOnlyEmoji(message.body)) return <p className="px-1 text-5xl">{message.body}</p>
      return (
        <div className={cx(shape, 'px-4 py-2', side(isMine))}>
          {quote}
          <MessageText body={message.body} />
        </div>
      )
    case 'gift':
      return (
        <div className="flex max-w-full flex-col items-center gap-1 rounded-lg border border-line bg-surface-raised px-6 py-4 text-text">
          {quote}
          {isMine || isOutgoing(message) ? <OpenGift gift={message.gift} /> : <ReceivedGift message={message} />}
          {message.body !== '' && <MessageText body={message.body} />}
        </div>
      )
    case 'photo':
      return (
        <div className="flex max-w-full flex-col gap-1">
          {quote}
          {isOutgoing(message) ? (
            <OutgoingPhoto message={message} />
          ) : (
            <PhotoMessage message={message} isMine={isMine} isBeforeReply={isBeforeReply} />
          )}
        </div>
      )
    case 'voice':
      return (
        <div className={cx(shape, 'w-64 px-2 py-2', side(isMine))}>
          {quote}
          <VoiceMessage message={message} />
        </div>
      )
    case 'date':
      return (
        <div
          className={cx(
            'relative flex w-72 max-w-full flex-col gap-1 rounded-lg border bg-surface-raised p-4 text-text',
            !isOutgoing(message) && message.answer === 'accepted' ? 'border-success' : 'border-line',
          )}
        >
          {quote}
          <DateMessage message={message} isMine={isMine} />
        </div>
      )
    case 'deleted':
      return (
        <p className={cx(shape, 'flex items-center gap-2 border border-line px-4 py-2 text-text-muted italic')}>
          <Ban aria-hidden className="size-4 shrink-0" />
          {isMine ? t('deletedOwn', { viewerGender }) : t('deleted')}
        </p>
      )
  }
}

function hasQuote({ replyTo, quote }: FeedMessage) {
  return replyTo !== null || Boolean(quote)
}

/** What a message answers: an earlier message, or a part of the profile of its receiver. */
function Quotes({ message, isMine }: Pick<Props, 'message' | 'isMine'>) {
  const { partner } = useFeed()
  const { replyTo, quote } = message
  const isOnAccent = isMine && (message.kind === 'text' || message.kind === 'voice')
  return (
    <>
      {quote && (
        <ProfileQuoteBox
          quote={quote}
          ownerName={isMine ? partner.name : null}
          isOnAccent={isOnAccent}
          className="mb-1"
        />
      )}
      {replyTo !== null && <ReplyQuote seq={replyTo} isOnAccent={isOnAccent} />}
    </>
  )
}

const shape = 'max-w-full rounded-lg leading-snug'

function side(isMine: boolean) {
  return isMine ? 'rounded-ee-sm bg-accent text-on-accent' : 'rounded-es-sm bg-surface-muted text-text'
}

/** A text as written, in the direction of its script. Links in it are inactive: anybody may send them. */
function MessageText({ body }: { body: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {body}
    </p>
  )
}
