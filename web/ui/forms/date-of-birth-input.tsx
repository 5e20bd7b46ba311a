import { useId, useState, type Ref } from 'react'
import { controlVariants } from './control-variants.ts'
import { cx } from '#web/ui/cx.ts'
import { digitsOf, joinDate, partsFor, splitDate, type DateOrder, type DatePart } from './date-parts.ts'
import { useFieldControl } from './field.tsx'

const orders = {
  dmy: ['day', 'month', 'year'],
  mdy: ['month', 'day', 'year'],
  ymd: ['year', 'month', 'day'],
} satisfies Record<DateOrder, DatePart[]>

type DateOfBirthInputProps = {
  /** The inputs are named `name.day`, `name.month` and `name.year`. */
  name: string
  /** '1990-05-12', or empty. */
  value: string
  /** Called with '1990-05-12', with '' if all inputs are empty, or with an invalid date while incomplete. */
  onValueChange: (value: string) => void
  /** `dateOrder(locale)` from date-parts.ts. */
  order: DateOrder
  labels: Record<DatePart, string>
  isReadOnly?: boolean | undefined
  /** The first of the three inputs, for the form to focus. */
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * A date as three number inputs: users know their date of birth, so typing is quicker than a calendar. A
 * FieldGroup around it names it.
 */
export function DateOfBirthInput({
  name,
  value,
  onValueChange,
  order,
  labels,
  isReadOnly,
  ref,
}: DateOfBirthInputProps) {
  const id = useId()
  const isInvalid = useFieldControl({})['aria-invalid']
  const [typed, setTyped] = useState(() => splitDate(value))
  const parts = partsFor(value, typed)
  // The form changed the value, e.g. by a reset.
  if (parts !== typed) setTyped(parts)

  function change(part: DatePart, text: string) {
    const changed = { ...parts, [part]: digitsOf(text) }
    setTyped(changed)
    onValueChange(joinDate(changed))
  }

  return (
    <div className="flex gap-3">
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
            inputMode="numeric"
            autoComplete={`bday-${part}`}
            enterKeyHint={index < 2 ? 'next' : undefined}
            maxLength={part === 'year' ? 4 : 2}
            aria-invalid={isInvalid}
            readOnly={isReadOnly}
            className={cx(controlVariants, isReadOnly && readOnlyVariants, 'h-12 px-3 text-center tabular-nums')}
          />
        </div>
      ))}
    </div>
  )
}

/** As a disabled input, but it can be focused and read. */
const readOnlyVariants = 'border-line bg-surface-muted text-text-muted'
