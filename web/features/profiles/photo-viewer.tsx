import { useTranslations } from 'use-intl'
import { photoUrl, type MemberProfile } from '#contract/profiles.ts'
import { LockedPhoto } from './profile-photo.tsx'
import { CarouselControls } from './carousel-controls.tsx'
import { useCarousel } from './use-carousel.ts'

interface Props {
  member: Pick<MemberProfile, 'name' | 'photos'>
  /** Index of the photo that is shown first. */
  start: number
}

/** All photos in a carousel, uncropped and as large as the screen allows. */
export function PhotoViewer({ member: { name, photos }, start }: Props) {
  const t = useTranslations('profiles')
  const { shown, show, carousel } = useCarousel({ count: photos.length, start })
  return (
    <>
      <ul
        {...carousel}
        aria-label={t('photos', { count: photos.length })}
        className="flex h-full snap-x snap-mandatory overflow-x-auto outline-offset-[-3px] [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {photos.map((photo) => (
          <li key={photo.id} className="grid size-full shrink-0 snap-center snap-always place-items-center">
            {photo.isLocked ? (
              <LockedPhoto name={name} photo={photo} className="w-[min(90vw,60vh)] rounded-lg" />
            ) : (
              <img
                src={photoUrl(photo.id, 'large')}
                alt={t('photoOf', { name })}
                draggable={false}
                loading="lazy"
                className="size-full object-contain"
              />
            )}
          </li>
        ))}
      </ul>
      <CarouselControls shown={shown} count={photos.length} onShow={show} />
    </>
  )
}
