import { useId, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'
import type { ChoiceGroupProps } from './radio-group.tsx'

type Props<Value extends string> = Omit<ChoiceGroupProps<Value>, 'options'> & {
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  /** Called when a pointer presses a card, also the selected one. Keys only choose. */
  onPick?: ((value: Value) => void) | undefined
  disabled?: boolean | undefined
}

/** The card of an option, which holds its radio button or checkbox. */
export const choiceCard = cx(
  'relative flex min-h-16 min-w-0 cursor-pointer items-center gap-4 rounded-lg border-2 border-line bg-surface-raised px-4 py-3 sm:px-5 text-lg leading-tight short:min-h-14 short:gap-3 short:py-1 short:text-base font-semibold transition-[border-color,background-color,scale] duration-150 active:scale-[0.98]',
  'hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-data-invalid:border-danger',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)

/** A choice between up to eight options as large cards. Needs a FieldGroup around it, which names it. */
export function ChoiceCards<Value extends string>({
  options,
  name,
  className,
  ref,
  onPick,
  value,
  onValueChange,
  disabled = false,
}: Props<Value>) {
  const fallbackName = useId()
  // An icon leaves no space for the words beside another card.
  const hasColumns = options.length > 5 && options.every(({ icon }) => icon === undefined)
  const isInvalid = Boolean(useFieldControl({})['aria-invalid'])
  return (
    <div className={cx('grid gap-3 short:gap-2', hasColumns ? 'grid-cols-2' : 'grid-cols-1', className)}>
      {options.map((option, index) => (
        <label key={option.value} className={cx(choiceCard, disabled && 'cursor-progress')}>
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={name ?? fallbackName}
            value={option.value}
            checked={value === option.value}
            onChange={() => onValueChange(option.value)}
            onClick={({ detail }) => {
              // Arrow keys and Space make clicks that count no press.
              if (detail === 0 || disabled || !onPick) return
              // React reports the change after the click.
              onValueChange(option.value)
              onPick(option.value)
            }}
            data-invalid={isInvalid || undefined}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-lg outline-none"
          />
          {option.icon && (
            <span
              aria-hidden
              className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text in-[label:has(:checked)]:bg-surface-raised [&>svg]:size-5"
            >
              {option.icon}
            </span>
          )}
          <span className="min-w-0 wrap-anywhere hyphens-auto">{option.label}</span>
        </label>
      ))}
    </div>
  )
}
