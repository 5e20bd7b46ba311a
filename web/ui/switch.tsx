import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> & {
  label: ReactNode
  description?: ReactNode
}

/** On or off, at once and without a save button. The words stand at the start, the switch at the end. */
export function Switch({ label, description, className, ...rest }: SwitchProps) {
  const noteId = useId()
  return (
    <label className={cx('flex min-h-11 cursor-pointer items-center justify-between gap-4 py-2', className)}>
      <span className="min-w-0">
        <span className="block text-base">{label}</span>
        {description && (
          <span id={noteId} className="block text-sm text-text-muted">
            {description}
          </span>
        )}
      </span>
      <input
        {...rest}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says by itself whether it is on
        role="switch"
        aria-describedby={description ? noteId : rest['aria-describedby']}
        className={cx(
          'relative h-7 w-12 shrink-0 cursor-[inherit] appearance-none rounded-full border border-transparent bg-line-strong transition-colors duration-200',
          'before:absolute before:start-px before:top-px before:size-6 before:rounded-full before:bg-on-accent before:shadow-raised before:transition-transform before:duration-200 before:ease-swift forced-colors:before:bg-[CanvasText]',
          'checked:bg-accent checked:before:translate-x-5 rtl:checked:before:-translate-x-5 disabled:opacity-55',
        )}
      />
    </label>
  )
}
