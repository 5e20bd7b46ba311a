import type { ReactNode } from 'react'
import { photoUrl, wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { LockedPhotoActions } from '#web/features/profiles/photos/locked-photo-actions.tsx'
import { LockedPhoto, LockSign, ProfilePhoto } from '#web/features/profiles/photos/profile-photo.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { PhotoCaption } from './photo-caption.tsx'

interface Props {
  member: MemberProfile
  /** Lies on the photo, at its end. */
  action: ReactNode
  onEnlarge: () => void
  isPreview?: boolean
}

/**
 * On a phone the photo leaves space for the actions, visible without scrolling: three quarters of the screen,
 * so that a photo of 3:4 fills the width of the smallest phone. The width is set, because a maximum height
 * alone also narrows a box with an aspect ratio.
 */
const heroVariants = 'w-full max-md:max-h-[76svh]'

/** The first photo of a profile. A press opens all of them. */
export function HeroPhoto({ member, action, onEnlarge, isPreview = false }: Props) {
  const t = useTranslations('profiles')
  const { photos, name } = member
  const [photo] = photos
  if (!photo) {
    return (
      <ProfilePhoto
        name={name}
        photo={null}
        sizes="100vw"
        className="w-full max-md:max-h-[40svh] md:max-h-96 md:rounded-lg"
      />
    )
  }
  if (photo.isLocked) {
    // Asking costs nothing. What does is offered where the photo was opened.
    const isFree = photo.key === 'request'
    return (
      <div className="relative overflow-hidden md:rounded-lg">
        <LockedPhoto name={name} photo={photo} hasLock={false} className={heroVariants} />
        <div className="absolute inset-x-0 bottom-0 flex max-h-full flex-col items-center gap-2 bg-shade-bottom px-6 pt-8 pb-10 text-center text-on-shade">
          <LockSign />
          <LockedPhotoActions member={member} photo={photo} isPreview={isPreview || !isFree} />
        </div>
        {!isFree && <EnlargeButton onClick={onEnlarge} />}
      </div>
    )
  }
  return (
    <div className="hero-photo relative overflow-hidden bg-surface-muted md:rounded-lg">
      <LazyImage
        src={photoUrl(photo.id, 'medium')}
        srcSet={wholeSrcSet(photo)}
        sizes="(min-width: 768px) 480px, 100vw"
        width={3}
        height={4}
        fit="contain"
        alt={photo.caption || t('tile.photoOf', { name })}
        preview={photo.preview}
        isUrgent
        className={heroVariants}
      />
      {/* On a phone it stands for the heading. */}
      <PhotoCaption
        name={name}
        age={member.age}
        place={member.city ?? member.region}
        gender={member.gender}
        intention={member.intention}
        isOnline={member.lastSeen === 'online'}
        isHidden
        className="*:pe-14 md:hidden"
      />
      <EnlargeButton onClick={onEnlarge} />
      {action}
    </div>
  )
}

/** The whole photo. */
function EnlargeButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('profiles')
  return (
    <button
      type="button"
      aria-label={t('enlarge', { number: 1 })}
      onClick={onClick}
      className="absolute inset-0 cursor-zoom-in rounded-lg outline-offset-[-4px]"
    />
  )
}
