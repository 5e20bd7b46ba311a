import ChevronDown from 'lucide-react/icons/chevron-down'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { profileChoices, type ProfileChoice } from '#contract/profiles/profile-fields.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import type { OfferedFilters } from './offered-filters.ts'
import { PositionNeeded } from './position-needed.tsx'
import type { FilterChange } from './search-filters.ts'

interface Props {
  filters: AppliedFilters
  selection: SearchFilters
  offered: Pick<OfferedFilters, 'near' | 'choices'>
  onChange: (change: FilterChange) => void
}

/** The less usual filters: distance and optional fields of profiles, each group closed at first. */
export function SearchMoreFilters({ filters, selection, offered, onChange }: Props) {
  return (
    <div className="flex flex-col gap-4">
      {offered.near.length > 0 && <NearField {...{ filters, selection, offered, onChange }} />}
      <div>
        {offered.choices.map((name) => (
          <ChoiceGroup key={name} name={name} filters={filters} onChange={onChange} />
        ))}
      </div>
    </div>
  )
}

function NearField({ filters, selection, offered, onChange }: Props) {
  const t = useTranslations('search-filters')
  const isPositionNeeded = selection.near !== undefined && filters.near === undefined
  const field = useFocusAfterRemoval<HTMLSelectElement>(isPositionNeeded ? 1 : 0)
  const steps = offered.near.map((km) => ({ value: String(km), label: t('near.step', { km }) }))
  return (
    <>
      <Field label={t('near.label')} description={t('near.help')}>
        <Select
          ref={field}
          options={[{ value: '', label: t('near.off') }, ...steps]}
          value={String(selection.near ?? '')}
          onChange={({ currentTarget }) =>
            onChange({ near: offered.near.find((km) => String(km) === currentTarget.value) ?? null })
          }
        />
      </Field>
      {isPositionNeeded && <PositionNeeded />}
    </>
  )
}

/**
 * The question for the position, below the chip that asked for members nearby, unless the fields beside the
 * list show it.
 */
export function PositionBelowChips() {
  const box = useRef<HTMLDivElement>(null)
  // The pressed button disappears with its success, and leaves the focus to the list around it.
  useLayoutEffect(() => {
    const own = box.current
    const list = own?.parentElement
    return () => {
      if (own?.contains(document.activeElement)) list?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={box} className="mb-4 max-w-form lg:[:root:has(aside_[data-position])_&]:hidden">
      <PositionNeeded heading="h2" />
    </div>
  )
}

interface ChoiceProps extends Pick<Props, 'filters' | 'onChange'> {
  name: ProfileChoice
}

/** The values of one field. Its group is open while one of them is chosen. */
function ChoiceGroup({ name, filters, onChange }: ChoiceProps) {
  const t = useTranslations('profiles')
  const choiceText = useChoiceText()
  const selection: readonly string[] = filters[name] ?? []
  const [isOpen, setIsOpen] = useState(selection.length > 0)
  const gender = filters.gender === 'both' ? 'male' : filters.gender
  const toggle = (value: string, isPressed: boolean) =>
    onChange({ [name]: isPressed ? [...selection, value] : selection.filter((each) => each !== value) })
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group border-t border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 py-2.5 font-semibold [&::-webkit-details-marker]:hidden">
        {t(`own.${name}`)}
        {selection.length > 0 && <span className="font-normal text-text-muted">{selection.length}</span>}
        <ChevronDown
          aria-hidden
          className="ms-auto size-5 shrink-0 text-text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div role="group" aria-label={t(`own.${name}`)} className="flex flex-wrap gap-2 pb-3">
        {profileChoices[name].map((value) => (
          <ToggleChip
            key={value}
            isPressed={selection.includes(value)}
            onPressedChange={(isPressed) => toggle(value, isPressed)}
          >
            {choiceText(name, value, gender)}
          </ToggleChip>
        ))}
      </div>
    </details>
  )
}
