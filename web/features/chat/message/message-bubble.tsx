import Ban from 'lucide-react/icons/ban'
import EyeOff from 'lucide-react/icons/eye-off'
import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ChatPhoto, Message } from '#contract/chat/schemas.ts'
import { chatPhotoUrl } from '#contract/profiles/photo-urls.ts'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { preloadFullScreen } from '#web/ui/overlays/preload-overlays.ts'
import { cx } from '#web/ui/cx.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import { DateMessage } from './date-message.tsx'
import { isOutgoing } from './message-status.ts'
import { isOnlyEmoji } from './only-emoji.ts'
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
        <div className="flex w-72 max-w-full flex-col gap-1 rounded-lg border border-line bg-surface-raised p-4 text-text">
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

/** Widest and highest a photo is in the feed, in pixels. */
const PHOTO_BOX = { width: 260, height: 340 }

function photoSize({ width, height }: Pick<ChatPhoto, 'width' | 'height'>) {
  const scale = Math.min(1, PHOTO_BOX.width / width, PHOTO_BOX.height / height)
  return { width: Math.max(1, Math.round(width * scale)), aspectRatio: `${width} / ${height}` }
}

interface PhotoProps extends Omit<Props, 'message'> {
  message: Extract<Message, { kind: 'photo' }>
}

/**
 * A photo that opens large. One that comes before the viewer wrote anything, or is rated explicit (CHAT-33),
 * is shown after a press.
 */
function PhotoMessage({ message, isMine, isBeforeReply }: PhotoProps) {
  const t = useTranslations('chat-conversation.photo')
  const { partner, coversExplicit, onOpenPhoto } = useFeed()
  const { photo } = message
  const isExplicit = photo.isExplicit && coversExplicit && !isMine
  const [isUncovered, setIsUncovered] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const isRevealed = isUncovered || !(isBeforeReply || isExplicit)
  const isShown = isRevealed && !hasFailed
  const { name } = partner
  const preload = () => void preloadFullScreen().catch(() => {})
  const isFromPartner = message.senderId === partner.id
  return (
    <button
      type="button"
      className="relative max-w-full overflow-hidden rounded-lg bg-surface-muted bg-cover bg-center"
      style={{ ...photoSize(photo), backgroundImage: `url("${photo.preview}")` }}
      // What is written on it is its name too.
      aria-label={isShown ? t(isFromPartner ? 'openOf' : 'openOwn', { name }) : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) => (isRevealed ? onOpenPhoto(message, currentTarget) : setIsUncovered(true))}
    >
      {isShown && (
        <img
          src={chatPhotoUrl(photo.id, 'medium')}
          alt=""
          loading="lazy"
          draggable={false}
          className="size-full object-cover"
          onError={() => setHasFailed(true)}
        />
      )}
      {!isShown && (
        <span className="absolute inset-0 grid place-items-center bg-shade/40 p-3 text-center text-sm font-semibold text-on-shade">
          <span className="flex flex-col items-center gap-2">
            {hasFailed ? <ImageOff className="size-6" /> : <EyeOff className="size-6" />}
            {isExplicit && !hasFailed && <span>{t('explicit')}</span>}
            {hasFailed ? t('failed') : t('show', { name })}
          </span>
        </span>
      )}
    </button>
  )
}

/** A photo that is being sent, shown from the device. */
function OutgoingPhoto({ message }: { message: Extract<FeedMessage, { kind: 'photo'; file: File }> }) {
  const t = useTranslations('chat-conversation.photo')
  const { file, share, problem } = message
  const percent = Math.round((share ?? 0) * 100)
  return (
    <div className="relative max-w-full overflow-hidden rounded-lg bg-surface-muted" style={photoSize(message)}>
      <FilePreview file={file} className="size-full object-cover" />
      {problem === null && share !== undefined && (
        <span className="absolute inset-x-3 bottom-3">
          <CompletenessBar percent={percent} label={t('uploading', { progress: percent / 100 })} />
        </span>
      )}
    </div>
  )
}
