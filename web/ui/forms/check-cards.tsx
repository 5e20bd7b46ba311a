import Check from 'lucide-react/icons/check'
import { choiceCard } from './choice-cards.tsx'

interface Props<Value extends string> {
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  /** Called with the chosen ones in the order of the options. */
  onValueChange: (value: Value[]) => void
}

/** Several of up to eight options as large cards. Needs a FieldGroup around it, which names it. */
export function CheckCards<Value extends string>({ options, value, onValueChange }: Props<Value>) {
  function change(changed: Value, isChecked: boolean) {
    const values = options.map((option) => option.value)
    onValueChange(values.filter((each) => (each === changed ? isChecked : value.includes(each))))
  }
  return (
    <div className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
      {options.map((option) => (
        <label key={option.value} className={choiceCard}>
          <input
            type="checkbox"
            // The browser restores no state of an earlier visit: it would count as a choice before hydration.
            autoComplete="off"
            checked={value.includes(option.value)}
            onChange={({ currentTarget }) => change(option.value, currentTarget.checked)}
            className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-lg outline-none"
          />
          <span className="min-w-0 grow wrap-anywhere hyphens-auto">{option.label}</span>
          {/* Beside the text it would leave too little room for long words on a phone. */}
          <Check
            aria-hidden
            strokeWidth={3}
            className="invisible size-5 shrink-0 peer-checked:visible max-sm:absolute max-sm:end-2 max-sm:top-2 max-sm:size-4"
          />
        </label>
      ))}
    </div>
  )
}
