import type { ReactNode } from 'react'
import { CastImage } from '#web/ui/media/cast-image.tsx'

const columns = [
  ['w5', 'm9'],
  ['m12', 'w8', 'v10'],
  ['w3', 'm18'],
] as const

/** A form, and from 992 px columns of illustrated people beside it, no one twice. */
export function BesideCast({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-center gap-16 lg:grid-cols-2">
      <div className="mx-auto w-full max-w-form">{children}</div>
      <div
        aria-hidden
        className="hidden h-[min(42rem,calc(100dvh-8rem))] grid-cols-3 gap-4 overflow-hidden rounded-lg bg-accent-soft px-4 select-none lg:grid"
      >
        {columns.map((names) => (
          <div key={names[0]} className="grid content-center gap-4">
            {names.map((name) => (
              <CastImage key={name} name={name} className="w-full rounded-lg shadow-raised" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
