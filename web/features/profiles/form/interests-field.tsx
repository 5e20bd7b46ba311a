import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { interestsQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { InterestGroups } from './interest-chips.tsx'
import { groupsVariants } from './profile-card.tsx'

/**
 * The interests that the site offers, grouped as at the sign-up, in the form around them, under a heading of
 * the same word.
 */
export function InterestsField({ error }: { error: string | undefined }) {
  const t = useTranslations('profiles')
  const groupT = useTranslations('signup.complete.interestGroups')
  const { control } = useFormContext<Pick<ProfileEdit, 'interests'>>()
  const { interests: known } = useSettings()
  // Those of the page are shown until the list has come, or if it cannot be loaded.
  const { data } = useQuery(interestsQuery())
  return (
    <FieldGroup label={t('interests')} isLabelHidden error={error}>
      <Controller
        control={control}
        name="interests"
        render={({ field }) => (
          <div id="choose-interests" className={groupsVariants}>
            <InterestGroups
              offered={data?.interests ?? known}
              labelOf={(group) => groupT(group)}
              chosen={field.value}
              onChange={field.onChange}
            />
          </div>
        )}
      />
    </FieldGroup>
  )
}
