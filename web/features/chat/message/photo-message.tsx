import EyeOff from 'lucide-react/icons/eye-off'
import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { ChatPhoto, Message } from '#contract/chat/schemas.ts'
import { chatPhotoUrl } from '#contract/profiles/photo-urls.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { preloadFullScreen } from '#web/ui/overlays/preload-overlays.ts'

/** Widest and highest a photo is in the feed, in pixels. */
const PHOTO_BOX = { width: 260, height: 340 }

function photoSize({ width, height }: Pick<ChatPhoto, 'width' | 'height'>) {
  const scale = Math.min(1, PHOTO_BOX.width / width, PHOTO_BOX.height / height)
  return { width: Math.max(1, Math.round(width * scale)), aspectRatio: `${width} / ${height}` }
}

interface Props {
  message: Extract<Message, { kind: 'photo' }>
  isMine: boolean
  /** The viewer had not written anything yet. */
  isBeforeReply: boolean
}

/**
 * A photo that opens large. One that comes before the viewer wrote anything, or is rated explicit (CHAT-33),
 * is shown after a press. A viewer whose age must be confirmed is led to that (PRO-40).
 */
export function PhotoMessage({ message, isMine, isBeforeReply }: Props) {
  const t = useTranslations('chat-conversation.photo')
  const { partner, coversExplicit, onOpenPhoto } = useFeed()
  const { photo } = message
  const needsAgeCheck = (useUser()?.must_assure_age ?? false) && !isMine
  const navigate = useNavigate()
  const isExplicit = photo.isExplicit && coversExplicit && !isMine
  const [isUncovered, setIsUncovered] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const isRevealed = !needsAgeCheck && (isUncovered || !(isBeforeReply || isExplicit))
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
      onClick={({ currentTarget }) => {
        if (needsAgeCheck) return void navigate(href('/age-check'))
        if (!isRevealed) return setIsUncovered(true)
        // One that failed is fetched again.
        setHasFailed(false)
        onOpenPhoto(message, currentTarget)
      }}
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
            {hasFailed ? t('failed') : t(needsAgeCheck ? 'age' : 'show', { name })}
          </span>
        </span>
      )}
    </button>
  )
}

/** A photo that is being sent, shown from the device. */
export function OutgoingPhoto({ message }: { message: Extract<FeedMessage, { kind: 'photo'; file: File }> }) {
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
