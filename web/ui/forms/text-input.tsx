import type { ComponentProps, ReactNode } from 'react'
import { controlVariants } from './control-variants.ts'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'

export type TextInputProps = ComponentProps<'input'> & {
  /** Decoration inside, at the start. */
  startIcon?: ReactNode
  /** A small button or unit inside, at the end. */
  end?: ReactNode
}

/** A single-line text input. Inside a Field it takes its id, description and error from the Field. */
export function TextInput({ startIcon, end, className, type = 'text', ...rest }: TextInputProps) {
  const control = useFieldControl(rest)
  return (
    <div className={cx('relative', className)}>
      {startIcon && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-0 grid w-11 place-items-center text-text-muted [&>svg]:size-5"
        >
          {startIcon}
        </span>
      )}
      <input
        {...rest}
        {...control}
        type={type}
        className={cx(controlVariants, 'h-12', startIcon ? 'ps-11' : 'ps-4', end ? 'pe-13' : 'pe-4')}
      />
      {end && <span className="absolute inset-y-0 end-1 flex items-center">{end}</span>}
    </div>
  )
}
