import type { ReactNode } from 'react'

/** A part of a page of the console, with a heading. No landmark: the list in it is one, by the same name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </div>
  )
}

/** Names and values; those without a value are left out. */
export function Details({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  const present = entries.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  )
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-line bg-surface-raised p-4 text-sm lg:grid-cols-3">
      {present.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs font-semibold text-text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
