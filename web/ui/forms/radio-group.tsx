import { useId, type ReactNode, type Ref } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'

export type Choice<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  icon?: ReactNode
  disabled?: boolean | undefined
}

export type ChoiceGroupProps<Value extends string> = {
  options: readonly Choice<Value>[]
  /** The form field's name; made up if left out. */
  name?: string | undefined
  value?: Value | null | undefined
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
  onBlur?: (() => void) | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  /** The first radio, which takes the focus when nothing is chosen. */
  ref?: Ref<HTMLInputElement> | undefined
}

/** One of a few, each with room for words. Needs a FieldGroup around it, which names it. */
export function RadioGroup<Value extends string>({ options, name, className, ref, ...group }: ChoiceGroupProps<Value>) {
  const fallbackName = useId()
  return (
    <div className={cx('flex flex-col gap-2', className)}>
      {options.map((option, index) => (
        <label
          key={option.value}
          className={cx(
            'flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line bg-surface-raised px-4 py-2.5 transition-colors duration-150',
            'hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            'has-data-invalid:border-danger has-disabled:cursor-not-allowed has-disabled:opacity-55',
          )}
        >
          <RadioInput
            {...group}
            ref={index === 0 ? ref : undefined}
            name={name ?? fallbackName}
            option={option}
            className="size-5 shrink-0 cursor-[inherit] appearance-none rounded-full border-2 border-line-strong bg-surface-raised outline-none checked:border-[6px] checked:border-accent"
          />
          {option.icon && <span className="inline-flex text-accent-text [&>svg]:size-6">{option.icon}</span>}
          <span className="min-w-0">
            <span className="block font-medium">{option.label}</span>
            {option.description && <span className="block text-sm text-text-muted">{option.description}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

/** The bare radio, shared with SegmentedControl. */
export function RadioInput<Value extends string>({
  option,
  name,
  value,
  defaultValue,
  onValueChange,
  onBlur,
  required,
  disabled,
  className,
  ref,
}: Omit<ChoiceGroupProps<Value>, 'options'> & { option: Choice<Value> }) {
  const isInvalid = Boolean(useFieldControl({})['aria-invalid'])
  return (
    <input
      ref={ref}
      type="radio"
      name={name}
      value={option.value}
      {...(value === undefined
        ? { defaultChecked: defaultValue === option.value }
        : { checked: value === option.value })}
      onChange={() => onValueChange?.(option.value)}
      onBlur={onBlur}
      required={required}
      disabled={disabled || option.disabled}
      data-invalid={isInvalid || undefined}
      className={className}
    />
  )
}
