import { renderAs } from '#web/ui/elements/render-as.ts'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const variants = {
  ghost: 'text-text-muted hover:bg-surface-muted hover:text-text',
  secondary: 'bg-accent-quiet text-accent-text hover:bg-accent-quiet-strong',
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  raised: 'bg-surface-raised text-text shadow-raised hover:bg-surface-muted',
  /** On top of a photo. */
  shade: 'bg-shade/55 text-on-shade backdrop-blur-sm hover:bg-shade/75',
} satisfies Record<string, string>

const sizes = {
  sm: 'target size-9 [&>svg]:size-5',
  md: 'size-11 [&>svg]:size-6',
  lg: 'size-16 [&>svg]:size-8',
} satisfies Record<string, string>

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name. */
  label: string
  /** One icon, e.g. `<Heart />` from lucide-react. */
  children: ReactNode
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Does nothing now, and can keep the focus, for a button that is switched off by its own press. */
  isUnavailable?: boolean | undefined
  /** For a button that switches something on and off. */
  isPressed?: boolean | undefined
  /** A link in the style of an icon button. */
  render?: ReactElement | undefined
}

/** A round button that shows only an icon. */
export function IconButton({
  label,
  variant = 'ghost',
  size = 'md',
  isPressed,
  isUnavailable = false,
  onClick,
  render,
  type = 'button',
  className,
  children,
  ref,
  ...rest
}: IconButtonProps) {
  return renderAs({
    defaultTagName: 'button',
    render,
    ref,
    props: {
      ...rest,
      ...(render ? {} : { type }),
      'aria-label': label,
      'aria-pressed': isPressed,
      ...(isUnavailable ? { 'aria-disabled': true } : { onClick }),
      className: cx(
        'placed inline-grid shrink-0 place-items-center rounded-full select-none',
        'transition-[background-color,color,scale] duration-150 active:scale-95',
        'disabled:cursor-not-allowed disabled:opacity-55 disabled:active:scale-100',
        isUnavailable && 'cursor-not-allowed opacity-55 active:scale-100',
        variants[variant],
        sizes[size],
        className,
      ),
      children,
    },
  })
}
