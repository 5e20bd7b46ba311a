import Check from 'lucide-react/icons/check'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ErrorSentence, useFieldControl } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** Beside the box; pressing it toggles the box as well. */
  label: ReactNode
  description?: ReactNode
  /** For a checkbox without a FieldGroup around it. */
  error?: ReactNode
}

/** A checkbox with its label beside it. */
export function Checkbox({ label, description, error, className, ...rest }: CheckboxProps) {
  const id = useId()
  const field = useFieldControl(rest)
  return (
    <label className={cx('flex min-h-11 cursor-pointer items-start gap-3 py-2.5', className)}>
      <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          id={rest.id}
          aria-invalid={field['aria-invalid'] ?? (Boolean(error) || undefined)}
          // Of the label the name alone: what describes it would be read twice.
          aria-labelledby={description || error ? `${id}-name` : undefined}
          aria-describedby={description || error ? `${id}-note` : field['aria-describedby']}
          className={cx(
            'peer absolute inset-0 cursor-[inherit] appearance-none rounded-[0.375rem] border-2 border-line-strong bg-surface-raised transition-colors duration-150',
            'checked:border-accent checked:bg-accent aria-invalid:border-danger disabled:opacity-55',
          )}
        />
        <Check
          aria-hidden
          strokeWidth={3.5}
          className="pointer-events-none relative size-3.5 scale-50 text-on-accent opacity-0 transition-[opacity,scale] duration-150 peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0 text-base">
        <span id={`${id}-name`}>{label}</span>
        {(description || error) && (
          <span id={`${id}-note`} className="block text-sm text-text-muted">
            {error && <ErrorSentence>{error}</ErrorSentence>}
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
