import { Controller, FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { choiceSettings, profileChoiceNames, profileChoices } from '#contract/profile-fields.ts'
import type { OwnProfile } from '#contract/profiles.ts'
import { CityInput } from '#web/features/settings/city-field.tsx'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { LookingForField } from './looking-for-field.tsx'
import { emptyAsNull, withItem } from './profile-form-values.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useChoiceText } from './use-choice-text.ts'
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
  const isUnsaved = form.formState.isDirty && !form.isSending
  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-6">
        {form.problem && (
          <Alert tone="danger" isLive>
            {form.problem}
          </Alert>
        )}
        <Notes />
        <h2 className="text-xl font-bold">{t('own.sections.about')}</h2>
        <Field label={t('about')} isLabelHidden description={t('own.aboutHelp')} error={form.errorOf('about')}>
          <Textarea {...form.register('about')} defaultValue={profile.about} rows={5} />
        </Field>
        <Controller
          control={form.control}
          name="lookingFor"
          render={({ field }) => (
            <LookingForField
              name={field.name}
              value={field.value}
              onValueChange={field.onChange}
              error={form.errorOf('lookingFor')}
            />
          )}
        />
        <InterestsField form={form} />
        <h2 className="text-xl font-bold">{t('own.sections.details')}</h2>
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <DetailFields form={form} profile={profile} />
        </div>
        <h2 className="text-xl font-bold">{t('own.sections.place')}</h2>
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <PlaceFormFields countryError={form.errorOf('country')} regionError={form.errorOf('region')} />
          <Field label={t('own.city')} error={form.errorOf('city')}>
            <CityInput
              {...form.register('city')}
              defaultValue={profile.city}
              country={form.watch('country')}
              region={form.watch('region')}
              typed={form.watch('city')}
            />
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" size="lg" disabled={!form.isReady} isPending={form.isSending}>
            {common('save')}
          </Button>
          {isUnsaved && <p className="text-sm text-text-muted">{t('own.unsaved')}</p>}
        </div>
      </form>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </FormProvider>
  )
}

/** What the operator wants members to know when they write their profile. */
function Notes() {
  const t = useTranslations('profiles.own')
  const { visible_profile_notes: notes } = useSettings()
  if (notes.length === 0) return null
  return (
    <Alert title={t('notes')}>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** The optional choices that the site shows (PRO-11); a member may leave each of them open. */
function DetailFields({ form, profile }: PartProps) {
  const t = useTranslations('profiles')
  const choiceText = useChoiceText()
  const { visible_profile_fields: visible } = useSettings()
  return profileChoiceNames
    .filter((name) => visible.includes(choiceSettings[name]))
    .map((name) => (
      <Field key={name} label={t(`own.${name}`)} error={form.errorOf(name)}>
        <Select
          {...form.register(name, { setValueAs: emptyAsNull })}
          defaultValue={profile[name] ?? ''}
          options={[
            { value: '', label: t('own.unsaid') },
            ...profileChoices[name].map((value) => ({ value, label: choiceText(name, value, profile.gender) })),
          ]}
        />
      </Field>
    ))
}

function InterestsField({ form }: Pick<PartProps, 'form'>) {
  const t = useTranslations('profiles')
  const { interests: offered } = useSettings()
  return (
    <FieldGroup label={t('interests')} error={form.errorOf('interests')}>
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
