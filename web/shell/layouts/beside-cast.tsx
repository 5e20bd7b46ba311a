import type { ReactNode } from 'react'
import { CastImage } from '#web/ui/media/cast-image.tsx'

const columns = [
  ['w5', 'm9', 'v10'],
  ['m12', 'w8', 'm18', 'w5'],
  ['w3', 'm12', 'm9'],
] as const

/** A form, and from 992 px columns of illustrated people beside it. */
export function BesideCast({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-center gap-16 lg:grid-cols-2">
      <div className="mx-auto w-full max-w-form">{children}</div>
      <div
        aria-hidden
        className="hidden h-[min(42rem,calc(100dvh-8rem))] grid-cols-3 gap-4 overflow-hidden rounded-lg bg-accent-soft px-4 select-none lg:grid"
      >
        {columns.map((names, index) => (
          <div
            key={names[0]}
            className={index === 1 ? '-mt-24 grid content-start gap-4' : 'mt-6 grid content-start gap-4'}
          >
            {names.map((name) => (
              <CastImage key={name} name={name} className="w-full rounded-lg shadow-raised" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
