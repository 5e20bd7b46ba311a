import { useId, useState, type Ref } from 'react'
import { controlVariants } from './control-variants.ts'
import { cx } from '#web/ui/cx.ts'
import { joinDate, splitDate, type DateOrder, type DatePart } from './date-parts.ts'
import { useFieldControl } from './field.tsx'

const orders = {
  dmy: ['day', 'month', 'year'],
  mdy: ['month', 'day', 'year'],
  ymd: ['year', 'month', 'day'],
} satisfies Record<DateOrder, DatePart[]>

type DateOfBirthInputProps = {
  /** Form fields are called `name.day`, `name.month`, `name.year`; read them with `dateFromForm`. */
  name: string
  /** '1990-05-12', or empty. */
  value: string
  /** Gives '1990-05-12', empty for nothing at all, or something no date check takes while it is incomplete or wrong. */
  onValueChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** `dateOrder(locale)` from date-parts.ts. */
  order: DateOrder
  labels: Record<DatePart, string>
  /** e.g. DD, MM, YYYY */
  placeholders?: Partial<Record<DatePart, string>> | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  /** The first of the three fields, for the form to put the focus on. */
  ref?: Ref<HTMLInputElement> | undefined
  className?: string | undefined
}

/**
 * A date one knows by heart, as three number fields: quicker than any calendar, and clear about what is the month.
 * Needs a FieldGroup around it, which names it.
 */
export function DateOfBirthInput({
  name,
  value,
  onValueChange,
  onBlur,
  order,
  labels,
  placeholders,
  required,
  disabled,
  ref,
  className,
}: DateOfBirthInputProps) {
  const id = useId()
  const isInvalid = useFieldControl({})['aria-invalid']
  const [parts, setParts] = useState(() => splitDate(value))
  // The value was set from outside, e.g. by a form reset.
  if (joinDate(parts) !== value) {
    const outside = splitDate(value)
    if (value === '' || joinDate(outside) === value) setParts(outside)
  }

  function change(part: DatePart, text: string) {
    const changed = { ...parts, [part]: text.replaceAll(/\D/g, '') }
    setParts(changed)
    onValueChange(joinDate(changed))
  }

  return (
    <div className={cx('flex gap-3', className)}>
      {orders[order].map((part, index) => (
        <div key={part} className={part === 'year' ? 'flex-[1.4]' : 'flex-1'}>
          <label htmlFor={`${id}-${part}`} className="mb-1 block text-sm text-text-muted">
            {labels[part]}
          </label>
          <input
            id={`${id}-${part}`}
            ref={index === 0 ? ref : undefined}
            name={`${name}.${part}`}
            value={parts[part]}
            onChange={(event) => change(part, event.currentTarget.value)}
            onBlur={onBlur}
            inputMode="numeric"
            autoComplete={`bday-${part}`}
            enterKeyHint={index < 2 ? 'next' : undefined}
            maxLength={part === 'year' ? 4 : 2}
            placeholder={placeholders?.[part]}
            required={required}
            disabled={disabled}
            aria-invalid={isInvalid}
            className={cx(controlVariants, 'h-12 px-3 text-center tabular-nums')}
          />
        </div>
      ))}
    </div>
  )
}
