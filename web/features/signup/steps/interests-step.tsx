import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { SIGNUP_INTERESTS } from '#contract/limits.ts'
import { ProfileEdit } from '#contract/profiles/schemas.ts'
import { interestsQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { InterestGroups } from '#web/features/profiles/form/interest-chips.tsx'
import { ProfileStepForm } from '../profile-step-form.tsx'
import type { CompleteStepProps } from './step-actions.tsx'
import { useProfileStep } from '../use-profile-step.ts'

const schema = ProfileEdit.pick({ interests: true })

/** Asks for a few interests, in groups. The profile can have more. */
export function InterestsStep({ profile, onDone }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const groupT = useTranslations('signup.complete.interestGroups')
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
            <InterestGroups
              offered={offered}
              labelOf={(group) => groupT(group)}
              chosen={field.value}
              onChange={field.onChange}
              max={SIGNUP_INTERESTS}
            />
          </>
        )}
      />
    </ProfileStepForm>
  )
}
