import Check from 'lucide-react/icons/check'
import { useId } from 'react'
import { toggleChipVariants } from '#web/ui/elements/chip.tsx'
import { RadioInput, type ChoiceGroupProps } from './radio-group.tsx'

/** A choice between up to eight short options as chips. Needs a FieldGroup around it, which names it. */
export function RadioChips<Value extends string>({ options, name, ref, ...group }: ChoiceGroupProps<Value>) {
  const fallbackName = useId()
  return (
    <div className="flex flex-wrap gap-2">
      {options.map((option, index) => (
        <label key={option.value} className={toggleChipVariants}>
          <RadioInput
            {...group}
            ref={index === 0 ? ref : undefined}
            name={name ?? fallbackName}
            option={option}
            className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
          />
          <Check aria-hidden strokeWidth={3} className="hidden peer-checked:block" />
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </div>
  )
}
