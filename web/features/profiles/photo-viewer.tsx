import { useTranslations } from 'use-intl'
import { photoUrl, type MemberProfile } from '#contract/profiles.ts'
import { LockedPicture } from './profile-picture.tsx'
import { RailControls } from './rail-controls.tsx'
import { useRail } from './use-rail.ts'

interface Props {
  member: Pick<MemberProfile, 'name' | 'photos'>
  start: number
}

/** All photos as large as the screen allows, whole, one beside the other. */
export function PhotoViewer({ member: { name, photos }, start }: Props) {
  const t = useTranslations('profiles')
  const { shown, show, rail } = useRail({ count: photos.length, start })
  return (
    <>
      <ul
        {...rail}
        aria-label={t('photos', { count: photos.length })}
        className="flex h-full snap-x snap-mandatory overflow-x-auto outline-offset-[-3px] [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {photos.map((photo) => (
          <li key={photo.id} className="grid size-full shrink-0 snap-center snap-always place-items-center">
            {photo.isLocked ? (
              <LockedPicture name={name} photo={photo} className="w-[min(90vw,60vh)] rounded-lg" />
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
      <RailControls shown={shown} count={photos.length} onShow={show} />
    </>
  )
}
