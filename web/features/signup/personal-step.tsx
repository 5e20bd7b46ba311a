import { useTranslations } from 'use-intl'
import { choiceSettings, ProfileChoices, profileChoiceNames, profileChoices } from '#contract/profile-fields.ts'
import { emptyAsNull } from '#web/features/profiles/profile-form-values.ts'
import { useChoiceText } from '#web/features/profiles/use-choice-text.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { CompleteButtons } from './complete-buttons.tsx'
import type { CompleteStepProps } from './complete-step.ts'
import { useProfileStep } from './use-profile-step.ts'

/** Asks for the optional choices that the site shows (PRO-11); each can stay open. */
export function PersonalStep({ profile, onDone, onBack }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const profiles = useTranslations('profiles')
  const choiceText = useChoiceText()
  const { visible_profile_fields: visible } = useSettings()
  const form = useProfileStep({
    name: 'personal',
    profile,
    schema: ProfileChoices,
    defaultValues: ProfileChoices.parse(profile),
    onDone,
  })
  return (
    <form method="post" noValidate className="flex flex-col gap-6" onSubmit={form.submit}>
      {form.problem && (
        <Alert tone="danger" isLive>
          {form.problem}
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {profileChoiceNames
          .filter((name) => visible.includes(choiceSettings[name]))
          .map((name) => (
            <Field key={name} label={profiles(`own.${name}`)} error={form.errorOf(name)}>
              <Select
                {...form.register(name, { setValueAs: emptyAsNull })}
                defaultValue={profile[name] ?? ''}
                options={[
                  { value: '', label: profiles('own.unsaid') },
                  ...profileChoices[name].map((value) => ({ value, label: choiceText(name, value, profile.gender) })),
                ]}
              />
            </Field>
          ))}
      </div>
      <CompleteButtons onDone={onDone} {...(onBack && { onBack })}>
        <Button type="submit" size="lg" isWide disabled={!form.isReady} isPending={form.isSending}>
          {t('save')}
        </Button>
      </CompleteButtons>
    </form>
  )
}
