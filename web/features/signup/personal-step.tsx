import { ProfileChoices } from '#contract/profiles/profile-fields.ts'
import { ChoiceFields } from '#web/features/profiles/form/choice-fields.tsx'
import type { CompleteStepProps } from './complete-step.ts'
import { ProfileStepForm } from './profile-step-form.tsx'
import { useProfileStep } from './use-profile-step.ts'

/** Asks for the optional choices that the site shows (PRO-11); each can stay open. */
export function PersonalStep({ profile, onDone, onBack }: CompleteStepProps) {
  const form = useProfileStep({
    name: 'personal',
    profile,
    schema: ProfileChoices,
    defaultValues: ProfileChoices.parse(profile),
    onDone,
  })
  return (
    <ProfileStepForm form={form} onDone={onDone} {...(onBack && { onBack })}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <ChoiceFields profile={profile} errorOf={form.errorOf} />
      </div>
    </ProfileStepForm>
  )
}
