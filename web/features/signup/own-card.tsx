import type { ReactNode } from 'react'
import MapPin from 'lucide-react/icons/map-pin'
import { CastImage } from '#web/ui/media/cast-image.tsx'
import { initialOf } from '#web/ui/media/initial.ts'
import { cx } from '#web/ui/cx.ts'

export interface OwnCardProps {
  name: string
  age: number | null
  place: string
  /** The photo at 3:4, and as a small circle. */
  portrait?: ReactNode
  face?: ReactNode
  /** What the member hopes to find. */
  intention?: string | undefined
  /** A few interests. */
  chips?: readonly string[]
}

/**
 * The member's card as others will see it, with what is known so far; before there is a name, illustrated
 * people. It repeats what was just given, so screen readers skip it.
 */
export function OwnCard({ name, age, place, portrait, face, intention, chips = [] }: OwnCardProps) {
  const title = [name.trim(), age].filter(Boolean).join(', ')
  const line = place || intention
  return (
    <div aria-hidden className="select-none">
      {title && (
        <div className="flex items-center gap-3 rounded-lg bg-surface-raised p-2 pe-5 shadow-raised lg:hidden">
          {face ?? (
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text">
              {initialOf(name)}
            </span>
          )}
          <div className="min-w-0">
            <p className="truncate font-bold">{title}</p>
            {line && <p className="truncate text-sm text-text-muted">{line}</p>}
          </div>
        </div>
      )}
      <div className="sticky top-6 max-lg:hidden">
        {!portrait && <Others />}
        {name.trim() ? (
          <div className="relative overflow-hidden rounded-lg bg-surface-raised shadow-floating">
            <div className="relative">
              {portrait ?? (
                <div className="grid aspect-3/4 place-items-center bg-linear-to-br from-accent-soft to-secondary-soft text-[9rem] leading-none font-bold text-accent-text/35">
                  {initialOf(name)}
                </div>
              )}
              <div
                className={cx(
                  'absolute inset-x-0 bottom-0 flex flex-col gap-1 p-5',
                  portrait ? 'bg-shade-bottom pt-14 text-on-shade' : 'text-text',
                )}
              >
                <Line text={title} className="text-2xl font-bold" />
                <Line text={intention} className="font-semibold" />
                <Line
                  text={place}
                  icon={<MapPin className="size-4 shrink-0" />}
                  className={cx('text-sm', !portrait && 'text-text-muted')}
                />
              </div>
            </div>
            {chips.length > 0 && (
              <div className="flex flex-wrap gap-1.5 p-4">
                {chips.map((chip) => (
                  <span key={chip} className="rounded-full bg-surface-muted px-3 py-1 text-sm font-medium">
                    {chip}
                  </span>
                ))}
              </div>
            )}
          </div>
        ) : (
          <CastImage name="w3" className="relative w-full rounded-lg shadow-floating" />
        )}
      </div>
    </div>
  )
}

/** People behind the card, as long as it has no photo. */
function Others() {
  return (
    <div className="max-xl:hidden *:absolute *:inset-x-0 *:top-0 *:rounded-lg *:shadow-raised">
      <CastImage name="w8" className="-translate-x-[12%] -rotate-6" />
      <CastImage name="m9" className="translate-x-[12%] rotate-6 min-[90rem]:translate-x-[46%] min-[90rem]:rotate-9" />
    </div>
  )
}

interface LineProps {
  text: string | undefined
  icon?: ReactNode
  className: string
}

function Line({ text, icon, className }: LineProps) {
  if (!text) return null
  return (
    <p className={cx('flex items-center gap-1.5 wrap-anywhere motion-safe:animate-pop', className)}>
      {icon}
      <span className="min-w-0">{text}</span>
    </p>
  )
}
