import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import Sparkles from 'lucide-react/icons/sparkles'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type AlertTone = 'info' | 'success' | 'warning' | 'danger' | 'special'

const tones = {
  info: { ground: 'bg-accent-soft', text: 'text-accent-text', icon: Info },
  success: { ground: 'bg-success-soft', text: 'text-success-text', icon: CircleCheck },
  warning: { ground: 'bg-warning-soft', text: 'text-warning-text', icon: TriangleAlert },
  danger: { ground: 'bg-danger-soft', text: 'text-danger-text', icon: CircleAlert },
  special: { ground: 'bg-accent-soft', text: 'text-accent-text', icon: Sparkles },
} satisfies Record<AlertTone, { ground: string; text: string; icon: LucideIcon }>

type AlertProps = {
  tone?: AlertTone
  title?: ReactNode
  children?: ReactNode
  /** Buttons or links: below the text on a phone, at the end on wider screens. */
  actions?: ReactNode
  /** The alert appears in answer to an action of the user, so screen readers announce it at once. */
  isLive?: boolean | undefined
  className?: string | undefined
}

/** A message within the page. For a message that disappears by itself use a toast. */
export function Alert({ tone = 'info', title, children, actions, isLive = false, className }: AlertProps) {
  const { ground, text, icon: Icon } = tones[tone]
  return (
    <div
      role={isLive ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={cx('flex items-start gap-3 rounded-md p-4 text-text', ground, className)}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', text)} />
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
        <div className="min-w-0 sm:flex-1 sm:basis-72">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className={cx(title ? 'text-sm' : 'text-base')}>{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
