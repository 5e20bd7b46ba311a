import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { renderAs } from './render-as.ts'

const variants = {
  primary: 'bg-accent text-on-accent group-hover/round:bg-accent-strong',
  raised: 'bg-surface-raised text-text shadow-raised group-hover/round:bg-surface-muted dark:bg-surface-muted',
} satisfies Record<string, string>

const sizes = {
  md: { button: 'gap-1 text-xs', disc: 'size-13 md:size-14 [&_svg]:size-6' },
  /** The one action of a step. */
  lg: { button: 'gap-2 text-base', disc: 'size-20 [&_svg]:size-9' },
} satisfies Record<string, { button: string; disc: string }>

type RoundButtonProps = ComponentProps<'button'> & {
  /** Decoration only: the word says what the button does. */
  icon: ReactNode
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Waits for something: the button keeps the focus and ignores presses. */
  isPending?: boolean | undefined
  /** A link in the style of the button. */
  render?: ReactElement | undefined
}

/** An icon on a disc with its word below it, for a few main actions side by side. */
export function RoundButton({
  icon,
  variant = 'raised',
  size = 'md',
  isPending = false,
  render,
  onClick,
  children,
  ref,
  ...rest
}: RoundButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  // oxlint-disable-next-line react/refs -- It is given to the element, not read.
  return renderAs({
    defaultTagName: 'button',
    render,
    ref,
    props: {
      ...rest,
      ...(!render && { type: 'button' }),
      ...(isPending && { 'aria-disabled': true, 'aria-busy': true }),
      onClick: handleClick,
      className: cx(
        'group/round flex min-w-16 flex-col items-center rounded-md font-semibold text-text no-underline select-none',
        sizes[size].button,
      ),
      children: (
        <>
          <span
            className={cx(
              'grid place-items-center rounded-full transition-[background-color,scale] duration-150 group-active/round:scale-95',
              sizes[size].disc,
              variants[variant],
            )}
          >
            {isPending ? <Spinner /> : icon}
          </span>
          <span>{children}</span>
        </>
      ),
    },
  })
}
