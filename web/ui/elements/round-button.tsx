import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { renderAs } from './render-as.ts'

const variants = {
  primary: 'bg-accent text-on-accent group-hover/round:bg-accent-strong',
  raised: 'bg-surface-raised text-text shadow-raised group-hover/round:bg-surface-muted dark:bg-surface-muted',
} satisfies Record<string, string>

type RoundButtonProps = ComponentProps<'button'> & {
  /** Decoration only: the word says what the button does. */
  icon: ReactNode
  variant?: keyof typeof variants
  /** A link in the style of the button. */
  render?: ReactElement | undefined
}

/** An icon on a disc with its word below it, for a few main actions side by side. */
export function RoundButton({ icon, variant = 'raised', render, children, ref, ...rest }: RoundButtonProps) {
  // oxlint-disable-next-line react/refs -- It is given to the element, not read.
  return renderAs({
    defaultTagName: 'button',
    render,
    ref,
    props: {
      ...rest,
      ...(!render && { type: 'button' }),
      className:
        'group/round flex min-w-16 flex-col items-center gap-1 rounded-md text-xs font-semibold text-text no-underline select-none',
      children: (
        <>
          <span
            className={cx(
              'grid size-13 place-items-center rounded-full transition-[background-color,scale] duration-150 group-active/round:scale-95 md:size-14 [&_svg]:size-6',
              variants[variant],
            )}
          >
            {icon}
          </span>
          <span>{children}</span>
        </>
      ),
    },
  })
}
