import { Controller, FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { bodyTypes, relationships, type OwnProfile } from '#contract/profiles.ts'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { LookingForField } from './looking-for-field.tsx'
import { emptyAsNull, withItem } from './profile-form-values.ts'
import { useProfileForm, type ProfileFormState } from './use-profile-form.ts'

interface PartProps {
  form: ProfileFormState
  profile: OwnProfile
}

/**
 * Form of the member's own profile. Fields get their value as `defaultValue` too, because registered fields are empty in
 * the page that the server renders.
 */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const form = useProfileForm(profile)
  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-6">
        {form.problem && (
          <Alert tone="danger" isLive>
            {form.problem}
          </Alert>
        )}
        <Field label={t('about')} description={t('own.aboutHelp')} error={form.errorOf('about')}>
          <Textarea {...form.register('about')} defaultValue={profile.about} rows={5} />
        </Field>
        <Controller
          control={form.control}
          name="lookingFor"
          render={({ field }) => (
            <LookingForField name={field.name} value={field.value} onValueChange={field.onChange} />
          )}
        />
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <DetailFields form={form} profile={profile} />
          <PlaceFormFields regionError={form.errorOf('region')} />
          <Field label={t('own.city')} error={form.errorOf('city')}>
            <TextInput {...form.register('city')} defaultValue={profile.city} autoComplete="address-level2" />
          </Field>
        </div>
        <InterestsField form={form} />
        <Button type="submit" size="lg" disabled={!form.isReady} isPending={form.isSending} className="self-start">
          {common('save')}
        </Button>
      </form>
    </FormProvider>
  )
}

/** Details that a member may leave open. */
function DetailFields({ form, profile: { gender, relationship, bodyType } }: PartProps) {
  const t = useTranslations('profiles')
  const open = { value: '', label: t('own.unsaid') }
  return (
    <>
      <Field label={t('own.relationship')}>
        <Select
          {...form.register('relationship', { setValueAs: emptyAsNull })}
          defaultValue={relationship ?? ''}
          options={[
            open,
            ...relationships.map((each) => ({ value: each, label: t(`relationship.${each}`, { gender }) })),
          ]}
        />
      </Field>
      <Field label={t('own.bodyType')}>
        <Select
          {...form.register('bodyType', { setValueAs: emptyAsNull })}
          defaultValue={bodyType ?? ''}
          options={[open, ...bodyTypes.map((each) => ({ value: each, label: t(`bodyType.${each}`, { gender }) }))]}
        />
      </Field>
    </>
  )
}

function InterestsField({ form }: Pick<PartProps, 'form'>) {
  const t = useTranslations('profiles')
  const { interests: offered } = useSettings()
  return (
    <FieldGroup label={t('interests')}>
      <Controller
        control={form.control}
        name="interests"
        render={({ field }) => (
          <div className="flex flex-wrap gap-2">
            {offered.map((interest) => (
              <ToggleChip
                key={interest}
                isPressed={field.value.includes(interest)}
                onPressedChange={(isPressed) => field.onChange(withItem(field.value, interest, isPressed))}
              >
                {t(`interest.${interest}`)}
              </ToggleChip>
            ))}
          </div>
        )}
      />
    </FieldGroup>
  )
}
