import type { ReactNode } from 'react'
import { Card } from '#web/ui/elements/card.tsx'

interface SettingsPartProps {
  /** Fragment of the address: `/notifications/account#security`. */
  id?: string
  /** Names the part where a page has several. */
  label?: string
  children: ReactNode
}

/** A group of settings on a page, which the address can name. */
export function SettingsPart({ id, label, children }: SettingsPartProps) {
  return (
    <Card
      padding="lg"
      id={id}
      className="mb-6 divide-y divide-line last:mb-0"
      {...(label && { render: <section aria-label={label} /> })}
    >
      {children}
    </Card>
  )
}

interface SettingsRowProps {
  name: string
  children: ReactNode
}

/** One setting: its name, and its value or control at the end of the line. */
export function SettingsRow({ name, children }: SettingsRowProps) {
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <h3 className="min-w-0 font-medium sm:flex-1">{name}</h3>
      {children}
    </div>
  )
}
