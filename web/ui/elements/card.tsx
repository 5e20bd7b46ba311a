import { renderAs } from '#web/ui/elements/render-as.ts'
import type { ComponentProps, ReactElement } from 'react'
import { cx } from '#web/ui/cx.ts'

const paddings = { none: '', md: 'p-4 sm:p-5', lg: 'p-5 sm:p-8' } satisfies Record<string, string>

type CardProps = ComponentProps<'div'> & {
  padding?: keyof typeof paddings
  /** The whole card is a link or button and lifts on hover. */
  isInteractive?: boolean | undefined
  render?: ReactElement | undefined
}

/** A raised surface. Pass `render={<section aria-labelledby=… />}` where it is a landmark or a link. */
export function Card({ padding = 'md', isInteractive = false, render, className, ref, ...rest }: CardProps) {
  return renderAs({
    defaultTagName: 'div',
    render,
    ref,
    props: {
      ...rest,
      className: cx(
        'min-w-0 rounded-lg bg-surface-raised shadow-raised',
        paddings[padding],
        isInteractive &&
          'block transition-[box-shadow,translate] duration-200 ease-swift hover:-translate-y-0.5 hover:shadow-floating active:translate-y-0',
        className,
      ),
    },
  })
}
