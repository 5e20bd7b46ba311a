import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { photoUrl, type MemberProfile, type Photo } from '#contract/profiles.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { LockedPicture, ProfilePicture } from './profile-picture.tsx'

/** All photos side by side: swiped on a phone, moved by arrow keys and buttons elsewhere. */
export function Gallery({ member }: { member: MemberProfile }) {
  const t = useTranslations('profiles')
  const railRef = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const { photos, name } = member

  if (photos.length === 0) {
    return <ProfilePicture name={name} photo={null} sizes="100vw" className="rounded-lg" />
  }

  function show(index: number) {
    const slide = railRef.current?.children[index]
    // The rail scrolls, not the page.
    if (slide instanceof HTMLElement) railRef.current?.scrollTo({ left: slide.offsetLeft, behavior: 'smooth' })
  }

  function showByKey({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') show(Math.min(shown + 1, photos.length - 1))
    if (key === 'ArrowLeft') show(Math.max(shown - 1, 0))
  }

  return (
    <section aria-label={t('gallery')} aria-roledescription="carousel">
      <div className="relative overflow-hidden rounded-lg bg-surface-muted">
        <ul
          ref={railRef}
          // A scrolling region has to be reachable by keyboard.
          tabIndex={0}
          aria-label={t('photos', { count: photos.length })}
          onKeyDown={showByKey}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        >
          {photos.map((photo, index) => (
            <li key={photo.id} className="w-full shrink-0 snap-center">
              <Slide name={name} photo={photo} isFirst={index === 0} />
            </li>
          ))}
        </ul>
        {photos.length > 1 && (
          <>
            <IconButton
              label={t('previousPhoto')}
              variant="shade"
              className="absolute start-3 top-1/2 -translate-y-1/2"
              disabled={shown === 0}
              onClick={() => show(shown - 1)}
            >
              <ChevronLeft />
            </IconButton>
            <IconButton
              label={t('nextPhoto')}
              variant="shade"
              className="absolute end-3 top-1/2 -translate-y-1/2"
              disabled={shown === photos.length - 1}
              onClick={() => show(shown + 1)}
            >
              <ChevronRight />
            </IconButton>
            <p className="absolute end-3 bottom-3 rounded-full bg-shade/60 px-3 py-1 text-sm text-on-shade tabular-nums">
              {t('photoNumber', { number: shown + 1, count: photos.length })}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

function Slide({ name, photo, isFirst }: { name: string; photo: Photo; isFirst: boolean }) {
  const t = useTranslations('profiles')
  if (photo.isLocked) return <LockedPicture name={name} photo={photo} />
  return (
    <Picture
      src={photoUrl(photo.id, 'large')}
      width={3}
      height={4}
      fit="contain"
      alt={t('photoOf', { name })}
      thumbhash={photo.thumbhash}
      isUrgent={isFirst}
    />
  )
}
