import MapPin from 'lucide-react/icons/map-pin'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { cx } from '#web/ui/cx.ts'
import { initialOf } from '#web/ui/media/initial.ts'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'

/**
 * The member from whose profile the visitor signs up, as visitors see them: in place of the own card until
 * that has a name. It repeats what stands in the step, so screen readers skip it.
 */
export function TargetCard({ member }: { member: ProfileCard }) {
  const { name, age, region, photo } = member
  const isPhotoShown = photo !== null && !photo.isLocked
  return (
    <div
      aria-hidden
      className="relative overflow-hidden rounded-lg bg-surface-raised shadow-floating select-none max-lg:hidden"
    >
      {isPhotoShown ? (
        <LazyImage src={photoUrl(photo.id, 'tile')} preview={photo.preview} width={3} height={4} alt="" />
      ) : (
        <div className="grid aspect-3/4 place-items-center bg-linear-to-br from-accent-soft to-secondary-soft text-[9rem] leading-none font-bold text-accent-text/35">
          {initialOf(name)}
        </div>
      )}
      <div
        className={cx(
          'absolute inset-x-0 bottom-0 flex flex-col items-start gap-1 p-5',
          isPhotoShown && 'bg-shade-bottom pt-14 text-on-shade',
        )}
      >
        <p className="text-2xl font-bold wrap-anywhere">
          {name}, {age}
        </p>
        <p className="flex items-center gap-1.5 text-sm">
          <MapPin className="size-4 shrink-0" />
          {region}
        </p>
        <FictionalLabel member={member} />
      </div>
    </div>
  )
}
