import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface Props {
  /** Name of the step: when it changes, the heading takes the focus. */
  step: string
  title: ReactNode
  lead?: ReactNode
  /** The title of the page is visible above it. */
  isBelowTitle?: boolean
  /** Returns true if the step has moved the focus itself, such as to a text field. */
  focusInstead?: () => boolean
}

/** The question of a step. */
export function StepHead({ step, title, lead, isBelowTitle = false, focusInstead }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    scrollTo({ top: 0 })
    if (!focusInstead?.()) heading.current?.focus({ preventScroll: true })
  })
  return (
    <div>
      <h2
        ref={heading}
        tabIndex={-1}
        className={cx(
          'font-bold text-balance wrap-anywhere outline-none',
          isBelowTitle ? 'text-xl' : 'text-2xl min-[22.5rem]:text-3xl sm:text-4xl',
        )}
      >
        {title}
      </h2>
      {lead && <p className="mt-2 text-text-muted min-[22.5rem]:text-lg">{lead}</p>}
    </div>
  )
}
