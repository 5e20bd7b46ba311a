import { useId, type ReactNode } from 'react'
import { Card } from '#web/ui/elements/card.tsx'

/** A part of a case, under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card render={<section aria-labelledby={id} />} className="flex flex-col gap-3 wrap-anywhere">
      <h2 id={id} className="text-base font-bold">
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** A text as someone wrote it. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className="rounded-md bg-surface-muted px-3 py-2 text-sm whitespace-pre-wrap">{children}</blockquote>
  )
}
