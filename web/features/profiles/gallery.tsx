import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { photoUrl, type MemberProfile, type Photo } from '#contract/profiles.ts'
import { FullScreen } from '#web/ui/overlays/full-screen.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { PhotoViewer } from './photo-viewer.tsx'
import { LockedPhoto, ProfilePhoto } from './profile-photo.tsx'
import { CarouselControls } from './carousel-controls.tsx'
import { useCarousel } from './use-carousel.ts'

/** On a phone the photo leaves room for the name below, so that it is seen without scrolling. */
const slideVariants = 'max-md:max-h-[60svh]'

/** Photos of a profile in a carousel. Pressing one opens the viewer. */
export function Gallery({ member }: { member: MemberProfile }) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const { photos, name } = member
  const { shown, show, carousel } = useCarousel({ count: photos.length })
  const [isEnlarged, setIsEnlarged] = useState(false)

  if (photos.length === 0) {
    return <ProfilePhoto name={name} photo={null} sizes="100vw" className={`rounded-lg ${slideVariants}`} />
  }
  return (
    <section aria-label={t('gallery')} aria-roledescription="carousel">
      <div className="relative overflow-hidden rounded-lg bg-surface-muted">
        <ul
          {...carousel}
          aria-label={t('photos', { count: photos.length })}
          className="flex snap-x snap-mandatory overflow-x-auto outline-offset-[-3px] [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {photos.map((photo, index) => (
            <li key={photo.id} className="relative w-full shrink-0 snap-center snap-always">
              <Slide name={name} photo={photo} isFirst={index === 0} />
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
        title={t('photoOf', { name })}
        closeLabel={common('close')}
      >
        <PhotoViewer member={member} start={shown} />
      </FullScreen>
    </section>
  )
}

function Slide({ name, photo, isFirst }: { name: string; photo: Photo; isFirst: boolean }) {
  const t = useTranslations('profiles')
  if (photo.isLocked) return <LockedPhoto name={name} photo={photo} className={slideVariants} />
  return (
    <LazyImage
      src={photoUrl(photo.id, 'large')}
      width={3}
      height={4}
      fit="contain"
      alt={t('photoOf', { name })}
      thumbhash={photo.thumbhash}
      isUrgent={isFirst}
      className={slideVariants}
    />
  )
}
