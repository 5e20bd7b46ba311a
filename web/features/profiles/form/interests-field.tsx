import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { interestsQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { groupInterests } from './interest-groups.ts'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { withItem } from './profile-form-values.ts'

/** The interests that the site offers, grouped as at the sign-up, in the form around them. */
export function InterestsField({ error }: { error: string | undefined }) {
  const t = useTranslations('profiles')
  const groupT = useTranslations('signup.complete.interestGroups')
  const { control } = useFormContext<Pick<ProfileEdit, 'interests'>>()
  const { interests: known } = useSettings()
  // Those of the page are shown until the list has come, or if it cannot be loaded.
  const { data } = useQuery(interestsQuery())
  return (
    <FieldGroup label={<h2 className="mb-2 text-xl font-bold">{t('interests')}</h2>} error={error}>
      <Controller
        control={control}
        name="interests"
        render={({ field }) => (
          <div className="flex flex-col gap-4">
            {groupInterests(data?.interests ?? known).map(({ group, interests }) => (
              <FieldGroup key={group} label={groupT(group)}>
                <div className="flex flex-wrap gap-2">
                  {interests.map((interest) => (
                    <ToggleChip
                      key={interest}
                      isPressed={field.value.includes(interest)}
                      onPressedChange={(isPressed) => field.onChange(withItem(field.value, interest, isPressed))}
                    >
                      {t(`interest.${interest}`)}
                    </ToggleChip>
                  ))}
                </div>
              </FieldGroup>
            ))}
          </div>
        )}
      />
    </FieldGroup>
  )
}
