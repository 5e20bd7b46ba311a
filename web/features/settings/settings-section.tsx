import type { ReactNode } from 'react'
import { Card } from '#web/ui/elements/card.tsx'

interface SettingsSectionProps {
  /** Fragment of the address: `/notifications#security`. */
  id: string
  title: string
  children: ReactNode
}

/** A group of settings with its heading, which the address can name. */
export function SettingsSection({ id, title, children }: SettingsSectionProps) {
  const headingId = `${id}-heading`
  return (
    <Card padding="lg" render={<section aria-labelledby={headingId} />} id={id} className="scroll-mt-6">
      <h2 id={headingId} className="mb-2 text-lg font-semibold">
        {title}
      </h2>
      <div className="divide-y divide-line">{children}</div>
    </Card>
  )
}

interface SettingsRowProps {
  name: string
  /** A sentence below the name. */
  description?: ReactNode
  children: ReactNode
}

/** One setting: its name, and its value or control at the end of the line. */
export function SettingsRow({ name, description, children }: SettingsRowProps) {
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 sm:flex-1">
        <h3 className="font-medium">{name}</h3>
        {description && <p className="text-sm text-text-muted">{description}</p>}
      </div>
      {children}
    </div>
  )
}
