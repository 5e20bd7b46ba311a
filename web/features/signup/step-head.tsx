import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'

interface Props {
  /** Name of the step: when it changes, the heading takes the focus. */
  step: string
  number: number
  count: number
  title: ReactNode
  lead?: ReactNode
  /** Returns true if the step has moved the focus itself, such as to a field with an error. */
  focusInstead?: () => boolean
}

/** Where one is in a row of steps, and the question of this one. */
export function StepHead({ step, number, count, title, lead, focusInstead }: Props) {
  const t = useTranslations('signup')
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
      <p className="mb-2 text-sm font-semibold text-text-muted">{t('step', { step: number, count })}</p>
      <div aria-hidden className="flex gap-1.5">
        {Array.from({ length: count }, (_, index) => (
          <span
            key={index}
            className={cx(
              'h-1.5 flex-1 rounded-full transition-colors duration-300',
              index < number ? 'bg-accent' : 'bg-line',
            )}
          />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-2xl font-bold outline-none">
        {title}
      </h2>
      {lead && <p className="mt-1 text-text-muted">{lead}</p>}
    </div>
  )
}
