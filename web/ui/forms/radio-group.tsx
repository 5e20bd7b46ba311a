import { useId, type ReactNode, type Ref } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'

type Choice<Value extends string> = { value: Value; label: ReactNode }

export type ChoiceGroupProps<Value extends string> = {
  options: readonly Choice<Value>[]
  /** Name of the form field; generated if left out. */
  name?: string | undefined
  /** Null or undefined while nothing is chosen. */
  value: Value | null | undefined
  onValueChange: (value: Value) => void
  className?: string | undefined
  /** The first radio button, which takes the focus when nothing is chosen. */
  ref?: Ref<HTMLInputElement> | undefined
}

/** A choice between a few options, one below the other. Needs a FieldGroup around it, which names it. */
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
            'has-data-invalid:border-danger',
          )}
        >
          <RadioInput
            {...group}
            ref={index === 0 ? ref : undefined}
            name={name ?? fallbackName}
            option={option}
            className="size-5 shrink-0 cursor-[inherit] appearance-none rounded-full border-2 border-line-strong bg-surface-raised outline-none checked:border-[6px] checked:border-accent"
          />
          <span className="min-w-0 flex-1 font-medium">{option.label}</span>
        </label>
      ))}
    </div>
  )
}

type RadioInputProps<Value extends string> = Omit<ChoiceGroupProps<Value>, 'options'> & { option: Choice<Value> }

/** The bare radio button, shared with SegmentedControl. */
export function RadioInput<Value extends string>({
  option,
  name,
  value,
  onValueChange,
  className,
  ref,
}: RadioInputProps<Value>) {
  const isInvalid = Boolean(useFieldControl({})['aria-invalid'])
  return (
    <input
      ref={ref}
      type="radio"
      name={name}
      value={option.value}
      checked={value === option.value}
      onChange={() => onValueChange(option.value)}
      data-invalid={isInvalid || undefined}
      className={className}
    />
  )
}
