import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl, wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import type { MemberPhoto, MemberProfile } from '#contract/profiles/profiles.ts'
import { LockedPhotoActions, usePhotoAccessChanges } from './locked-photo-actions.tsx'
import { FullScreen } from '#web/ui/overlays/full-screen.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { PhotoViewer } from './photo-viewer.tsx'
import { LockedPhoto, LockSign, ProfilePhoto } from './profile-photo.tsx'
import { CarouselControls } from './carousel-controls.tsx'
import { useCarousel } from './use-carousel.ts'

/**
 * On a phone the photo leaves space for the name below, so that it is seen without scrolling. The width is given, because a
 * highest height alone makes a box with an aspect ratio narrower too.
 */
const slideVariants = 'w-full max-md:max-h-[60svh]'

interface Props {
  member: MemberProfile
  /** Offers to report a photo, where it is large. */
  canReport: boolean
}

/** Photos of a profile in a carousel. Pressing one opens the viewer. */
export function Gallery({ member, canReport }: Props) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const { photos, name } = member
  const { shown, show, carousel } = useCarousel({ count: photos.length })
  usePhotoAccessChanges(member.id)
  const [isEnlarged, setIsEnlarged] = useState(false)

  if (photos.length === 0) {
    return <ProfilePhoto name={name} photo={null} sizes="100vw" className={`rounded-lg ${slideVariants}`} />
  }
  return (
    <section aria-label={t('gallery')}>
      <div className="relative overflow-hidden rounded-lg bg-surface-muted">
        <ul
          {...carousel}
          aria-label={t('photos', { count: photos.length })}
          className="flex snap-x snap-mandatory overflow-x-auto outline-offset-[-3px] [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {photos.map((photo, index) => (
            <li key={photo.id} className="relative w-full shrink-0 snap-center snap-always">
              <Slide member={member} photo={photo} isFirst={index === 0} />
              {!photo.isLocked && (
                <button
                  type="button"
                  aria-label={t('enlarge', { number: index + 1 })}
                  tabIndex={index === shown ? 0 : -1}
                  onClick={() => setIsEnlarged(true)}
                  className="absolute inset-0 cursor-zoom-in rounded-lg outline-offset-[-4px]"
                />
              )}
            </li>
          ))}
        </ul>
        <CarouselControls shown={shown} count={photos.length} onShow={show} />
      </div>
      <FullScreen
        open={isEnlarged}
        onOpenChange={setIsEnlarged}
        title={t('tile.photoOf', { name })}
        closeLabel={common('close')}
      >
        <PhotoViewer member={member} start={shown} canReport={canReport} />
      </FullScreen>
    </section>
  )
}

function Slide({ member, photo, isFirst }: { member: MemberProfile; photo: MemberPhoto; isFirst: boolean }) {
  const t = useTranslations('profiles')
  const { name } = member
  if (photo.isLocked) {
    return (
      <>
        <LockedPhoto name={name} photo={photo} hasLock={false} className={slideVariants} />
        {/* Its text leaves the sides to the buttons of the carousel. */}
        <div className="absolute inset-x-0 bottom-0 flex max-h-full flex-col items-center gap-2 bg-shade-bottom px-6 pt-8 pb-14 text-center text-on-shade [&>p]:px-10">
          <LockSign />
          <LockedPhotoActions member={member} photo={photo} />
        </div>
      </>
    )
  }
  return (
    <LazyImage
      src={photoUrl(photo.id, 'medium')}
      srcSet={wholeSrcSet(photo)}
      sizes="(min-width: 768px) 480px, 100vw"
      width={3}
      height={4}
      fit="contain"
      alt={photo.caption || t('tile.photoOf', { name })}
      preview={photo.preview}
      isUrgent={isFirst}
      className={slideVariants}
    />
  )
}
