import type { Interest } from '#contract/settings/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { groupInterests, type InterestGroup } from './interest-groups.ts'
import { withItem } from './profile-form-values.ts'

interface Props {
  /** Those to choose from. */
  offered: readonly Interest[]
  chosen: readonly Interest[]
  onChange: (chosen: Interest[]) => void
  /** How many can be chosen; as many as there are if left out. */
  max?: number
}

/** Interests to choose from, as chips. Needs a FieldGroup around it, which names it. */
export function InterestChips({ offered, chosen, onChange, max = Infinity }: Props) {
  const t = useTranslations('profiles')
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((interest) => (
        <ToggleChip
          key={interest}
          isPressed={chosen.includes(interest)}
          disabled={chosen.length >= max && !chosen.includes(interest)}
          onPressedChange={(isPressed) => onChange(withItem(chosen, interest, isPressed))}
        >
          {t(`interest.${interest}`)}
        </ToggleChip>
      ))}
    </div>
  )
}

interface GroupsProps extends Props {
  /** The texts of the sign-up: a module that imported them would be a file of its own on each page. */
  labelOf: (group: InterestGroup) => string
}

/** The same in named groups, one after the other. */
export function InterestGroups({ offered, labelOf, ...chips }: GroupsProps) {
  return groupInterests(offered).map(({ group, interests }) => (
    <FieldGroup key={group} label={labelOf(group)}>
      <InterestChips {...chips} offered={interests} />
    </FieldGroup>
  ))
}
