import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useTranslations } from '#web/i18n/intl.tsx'
import { croppedSrcSet, photoUrl } from '#contract/profiles/photo-urls.ts'
import type { Photo } from '#contract/profiles/schemas.ts'
import { cx } from '#web/ui/cx.ts'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'

interface Props {
  name: string
  photo: Photo | null
  /** The `sizes` attribute: how wide the tile is shown. */
  sizes: string
  isUrgent?: boolean
  className?: string
}

/** A member's main photo at 3:4, or their initial if there is none. */
export function ProfilePhoto({ name, photo, sizes, isUrgent = false, className }: Props) {
  const t = useTranslations('profiles')
  if (!photo) {
    return (
      <div
        role="img"
        aria-label={t('tile.noPhoto', { name })}
        className={cx('grid aspect-3/4 place-items-center bg-no-photo text-6xl font-bold text-accent-text', className)}
      >
        <span aria-hidden>{[...name][0]}</span>
      </div>
    )
  }
  if (photo.isLocked) return <LockedPhoto name={name} photo={photo} className={className} />
  return (
    <LazyImage
      src={photoUrl(photo.id, 'tile')}
      srcSet={croppedSrcSet(photo.id)}
      sizes={sizes}
      width={3}
      height={4}
      alt={t('tile.photoOf', { name })}
      preview={photo.preview}
      isUrgent={isUrgent}
      className={className}
    />
  )
}

/** A photo that this viewer may not see. The server's derivative cannot be restored to the photo (PRO-7). */
export function LockedPhoto({
  name,
  photo,
  hasLock = true,
  className,
}: {
  name: string
  photo: Photo
  /** Without it, the caller shows the lock. */
  hasLock?: boolean
  className?: string | undefined
}) {
  const t = useTranslations('profiles')
  return (
    <LazyImage
      src={photoUrl(photo.id, 'locked')}
      width={3}
      height={4}
      alt={t('tile.lockedPhotoOf', { name })}
      overlay={hasLock && <LockSign />}
      className={className}
    />
  )
}

/** The lock over a photo that this viewer may not see. */
export function LockSign() {
  return (
    <span className="grid size-12 place-items-center rounded-full bg-shade/60 text-on-shade">
      <LockKeyhole aria-hidden className="size-6" />
    </span>
  )
}
