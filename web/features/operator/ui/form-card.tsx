import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Card } from '#web/ui/elements/card.tsx'

interface Props {
  id: string
  title: string
  /** Of the heading. */
  level?: 2 | 3
  formRef: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  /** Columns of the grid in which the fields are. */
  columns: string
  /** Fields, button and error. */
  children: ReactNode
  below?: ReactNode
}

/** A card with a form that adds something to a list. */
export function FormCard({ id, title, level = 2, formRef, onSubmit, columns, children, below }: Props) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSubmit()
  }
  const Heading = `h${level}` as const
  return (
    <Card render={<section aria-labelledby={id} />}>
      <Heading id={id} className={level === 2 ? 'mb-3 text-lg font-bold' : 'mb-3 font-bold'}>
        {title}
      </Heading>
      <form method="post" ref={formRef} onSubmit={submit} noValidate className={`grid items-start gap-4 ${columns}`}>
        {children}
      </form>
      {below}
    </Card>
  )
}
