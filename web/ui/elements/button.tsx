import { renderAs } from '#web/ui/elements/render-as.ts'
import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'bg-accent-quiet text-accent-text hover:bg-accent-quiet-strong',
  outline: 'border border-line bg-surface-raised text-text hover:border-line-strong hover:bg-surface-muted',
  ghost: 'text-accent-text hover:bg-accent-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
  gradient: 'bg-signature text-on-accent shadow-raised hover:brightness-[0.94]',
} satisfies Record<string, string>

const sizes = {
  sm: 'target min-h-9 px-4 py-1.5 text-sm',
  md: 'min-h-11 px-5 py-2 text-base',
  lg: 'min-h-13 px-7 py-3 text-lg',
} satisfies Record<string, string>

type ButtonVariant = keyof typeof variants
type ButtonSize = keyof typeof sizes

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Before the text; decoration only. */
  icon?: ReactNode
  /** Waits for a reply: the button keeps its width and focus and ignores presses. */
  isPending?: boolean | undefined
  /** As wide as its container. */
  isWide?: boolean | undefined
  /** A link in the style of a button: `render={<Link to={href('/login')} />}`. */
  render?: ReactElement | undefined
}

/** Starts an action. `type` defaults to "button"; a form's main button needs `type="submit"`. */
export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  isPending = false,
  isWide = false,
  render,
  type = 'button',
  disabled,
  className,
  children,
  onClick,
  ref,
  ...rest
}: ButtonProps) {
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
      ...(render ? { 'aria-disabled': disabled || undefined } : { type, disabled }),
      ...(isPending && { 'aria-disabled': true, 'aria-busy': true }),
      onClick: handleClick,
      className: cx(
        'placed inline-flex shrink-0 items-center justify-center gap-2 rounded-full text-center leading-tight font-semibold no-underline select-none',
        'transition-[background-color,scale,filter,opacity] duration-150 active:scale-[0.98]',
        'disabled:cursor-not-allowed disabled:opacity-55 disabled:active:scale-100 aria-disabled:cursor-not-allowed aria-disabled:active:scale-100',
        variants[variant],
        sizes[size],
        isWide && 'w-full',
        className,
      ),
      children: (
        <>
          {icon && <span className={cx('inline-flex [&>svg]:size-[1.25em]', isPending && 'opacity-0')}>{icon}</span>}
          <span className={cx('min-w-0', isPending && 'opacity-0')}>{children}</span>
          {isPending && (
            <span className="absolute inset-0 grid place-items-center">
              <Spinner size="sm" />
            </span>
          )}
        </>
      ),
    },
  })
}
