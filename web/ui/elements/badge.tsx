import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const tones = {
  /** Unread, new. */
  new: 'bg-secondary text-on-secondary',
  accent: 'bg-accent text-on-accent',
  danger: 'bg-danger text-on-danger',
  warning: 'bg-warning text-on-warning',
  success: 'bg-success text-on-success',
  plain: 'bg-surface-muted text-text',
  soft: 'bg-accent-soft text-accent-text',
  /** In lists, where many filled ones would be louder than what they are about. */
  softDanger: 'bg-danger-soft text-danger-text',
  softWarning: 'bg-warning-soft text-warning-text',
  softSuccess: 'bg-success-soft text-success-text',
} satisfies Record<string, string>

export type BadgeTone = keyof typeof tones

type BadgeProps = { tone?: BadgeTone; className?: string | undefined; children: ReactNode }

/** A short text on a coloured background. */
export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap [&>svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

type CountBadgeProps = {
  count: number
  /** For screen readers, with the number: "3 unread messages". Omit it where the link's text has it. */
  label?: string | undefined
  tone?: BadgeTone
  /** Renders zero as well. */
  showsZero?: boolean | undefined
  className?: string | undefined
}

/** A number in a small pill; renders nothing at zero. */
export function CountBadge({ count, label, tone = 'new', showsZero = false, className }: CountBadgeProps) {
  if (count <= 0 && !showsZero) return null
  return (
    <span
      className={cx(
        'inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs leading-none font-bold tabular-nums',
        tones[tone],
        className,
      )}
    >
      <span aria-hidden={label ? true : undefined}>{cappedCount(count)}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

const HIGHEST_COUNT = 99

/** Writes a count for a badge; what is above the highest one becomes "99+" (SHELL-6). */
export function cappedCount(count: number) {
  return count > HIGHEST_COUNT ? `${HIGHEST_COUNT}+` : String(Math.max(0, count))
}
