import type { Interest } from '#contract/settings/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { groupInterests } from './interest-groups.ts'
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

/** The same in named groups, one after the other. */
export function InterestGroups({ offered, ...chips }: Props) {
  const t = useTranslations('signup.complete.interestGroups')
  return groupInterests(offered).map(({ group, interests }) => (
    <FieldGroup key={group} label={t(group)}>
      <InterestChips {...chips} offered={interests} />
    </FieldGroup>
  ))
}
