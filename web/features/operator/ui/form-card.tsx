import type { ReactNode } from 'react'
import { Card } from '#web/ui/elements/card.tsx'
import type { SentForm } from './use-sent-form.ts'

interface Props {
  id: string
  title: string
  /** Of the heading. */
  level?: 2 | 3
  form: SentForm
  /** Columns of the grid in which the fields are. */
  columns: string
  /** Fields, button and error. */
  children: ReactNode
  below?: ReactNode
}

/** A card with a form that adds something to a list. */
export function FormCard({ id, title, level = 2, form, columns, children, below }: Props) {
  const Heading = `h${level}` as const
  return (
    <Card render={<section aria-labelledby={id} />}>
      <Heading id={id} className={level === 2 ? 'mb-3 text-lg font-bold' : 'mb-3 font-bold'}>
        {title}
      </Heading>
      <form {...form} className={`grid items-start gap-4 ${columns}`}>
        {children}
      </form>
      {below}
    </Card>
  )
}
