import { useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { RadioInput, type ChoiceGroupProps } from './radio-group.tsx'

/** A choice between two to four short options, side by side. Needs a FieldGroup around it, which names it. */
export function SegmentedControl<Value extends string>({
  options,
  name,
  className,
  ref,
  ...group
}: ChoiceGroupProps<Value>) {
  const fallbackName = useId()
  return (
    <div className={cx('grid auto-cols-fr grid-flow-col gap-1 rounded-full bg-surface-muted p-1', className)}>
      {options.map((option, index) => (
        <label
          key={option.value}
          className={cx(
            'relative flex min-h-11 min-w-0 cursor-pointer items-center justify-center gap-2 rounded-full px-1 py-1.5 text-center leading-tight font-medium text-text-muted transition-[background-color,color,box-shadow] duration-150',
            'hover:text-text has-checked:bg-surface-raised has-checked:text-accent-text has-checked:shadow-raised dark:has-checked:bg-accent-quiet',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:opacity-55',
          )}
        >
          <RadioInput
            {...group}
            ref={index === 0 ? ref : undefined}
            name={name ?? fallbackName}
            option={option}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
          />
          <span className="min-w-0 wrap-anywhere hyphens-auto">{option.label}</span>
        </label>
      ))}
    </div>
  )
}
