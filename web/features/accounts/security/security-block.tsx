import type { ReactNode } from 'react'

interface SecurityBlockProps {
  title: string
  text?: string
  /** Buttons at the end of the title on wide screens, below the text on a phone. */
  actions?: ReactNode
  children?: ReactNode
}

/** One part of the security settings. */
export function SecurityBlock({ title, text, actions, children }: SecurityBlockProps) {
  return (
    <div className="py-5 first:pt-2 last:pb-0">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start sm:justify-between">
        <div className="min-w-0 sm:flex-1">
          <h3 className="font-medium">{title}</h3>
          {text && <p className="text-sm text-text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
