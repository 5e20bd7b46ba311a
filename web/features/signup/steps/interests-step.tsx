import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { SIGNUP_INTERESTS } from '#contract/limits.ts'
import { ProfileEdit } from '#contract/profiles/schemas.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import { withItem } from '#web/features/profiles/form/profile-form-values.ts'
import { interestsQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { groupInterests } from '#web/features/profiles/form/interest-groups.ts'
import { ProfileStepForm } from '../profile-step-form.tsx'
import type { CompleteStepProps } from './step-actions.tsx'
import { useProfileStep } from '../use-profile-step.ts'

const schema = ProfileEdit.pick({ interests: true })

/** Asks for a few interests, in groups. The profile can have more. */
export function InterestsStep({ profile, onDone }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const { interests: known } = useSettings()
  // Those of the page are shown until the list has come, or if it cannot be loaded.
  const offered = useQuery(interestsQuery()).data?.interests ?? known
  const { interests } = profile
  const form = useProfileStep({ name: 'interests', profile, schema, defaultValues: { interests }, onDone })
  return (
    <ProfileStepForm form={form} onDone={onDone}>
      <Controller
        control={form.control}
        name="interests"
        render={({ field }) => (
          <>
            <p aria-live="polite" className="text-sm font-semibold text-accent-text tabular-nums">
              {t('interestCount', { count: field.value.length, max: SIGNUP_INTERESTS })}
            </p>
            {groupInterests(offered).map((group) => (
              <Group key={group.group} {...group} chosen={field.value} onChange={field.onChange} />
            ))}
          </>
        )}
      />
    </ProfileStepForm>
  )
}

type GroupProps = ReturnType<typeof groupInterests>[number] & {
  chosen: readonly Interest[]
  onChange: (chosen: Interest[]) => void
}

function Group({ group, interests, chosen, onChange }: GroupProps) {
  const t = useTranslations('signup.complete.interestGroups')
  const profiles = useTranslations('profiles')
  const isFull = chosen.length >= SIGNUP_INTERESTS
  return (
    <FieldGroup label={t(group)}>
      <div className="flex flex-wrap gap-2">
        {interests.map((interest) => (
          <ToggleChip
            key={interest}
            isPressed={chosen.includes(interest)}
            disabled={isFull && !chosen.includes(interest)}
            onPressedChange={(isPressed) => onChange(withItem(chosen, interest, isPressed))}
          >
            {profiles(`interest.${interest}`)}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}
