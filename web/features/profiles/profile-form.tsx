import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { bodyTypes, genders, ProfileEdit, relationships, updateProfile, type OwnProfile } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { CountryField, RegionField } from '#web/features/settings/place-fields.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { memberQuery, ownProfileQuery } from './queries.ts'

/**
 * What one says of oneself; name and date of birth stay as they were given. The fields carry what is known themselves
 * too, so that it stands there before the page is live.
 */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles')
  const labels = useTranslations('signup.fields')
  const common = useTranslations('common')
  const queryClient = useQueryClient()
  const toast = useToast()
  const { interests: offered } = useSettings()
  const { country, region, city, lookingFor, about, relationship, bodyType, interests } = profile
  const form = useApiForm({
    schema: ProfileEdit,
    defaultValues: { country, region, city, lookingFor, about, relationship, bodyType, interests },
    async send(body) {
      const reply = await call(updateProfile, { body })
      queryClient.setQueryData(ownProfileQuery().queryKey, reply)
      // As others see it.
      void queryClient.invalidateQueries({ queryKey: memberQuery(profile.id).queryKey })
      toast.show({ tone: 'success', title: t('own.saved') })
    },
  })
  const chosenCountry = form.watch('country')

  return (
    <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-6">
      {form.problem && (
        <Alert tone="danger" isLive>
          {form.problem}
        </Alert>
      )}
      <Field label={t('about')} description={t('own.aboutHelp')} error={form.errorOf('about')}>
        <Textarea {...form.register('about')} defaultValue={about ?? ''} rows={5} />
      </Field>
      <FieldGroup label={labels('lookingFor')}>
        <Controller
          control={form.control}
          name="lookingFor"
          render={({ field }) => (
            <SegmentedControl
              name={field.name}
              value={field.value}
              onValueChange={field.onChange}
              options={genders.map((gender) => ({ value: gender, label: t(`own.genders.${gender}`) }))}
            />
          )}
        />
      </FieldGroup>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Field label={t('own.relationship')}>
          <Select
            {...form.register('relationship', { setValueAs: emptyAsNull })}
            defaultValue={relationship ?? ''}
            options={[
              { value: '', label: t('own.unsaid') },
              ...relationships.map((each) => ({ value: each, label: t(`relationship.${each}`) })),
            ]}
          />
        </Field>
        <Field label={t('own.bodyType')}>
          <Select
            {...form.register('bodyType', { setValueAs: emptyAsNull })}
            defaultValue={bodyType ?? ''}
            options={[
              { value: '', label: t('own.unsaid') },
              ...bodyTypes.map((each) => ({ value: each, label: t(`bodyType.${each}`) })),
            ]}
          />
        </Field>
        <CountryField
          value={chosenCountry}
          onValueChange={(chosen) => {
            form.setValue('country', chosen)
            form.setValue('region', '')
          }}
        />
        <Controller
          control={form.control}
          name="region"
          render={({ field }) => (
            <RegionField
              country={chosenCountry}
              value={field.value}
              onValueChange={field.onChange}
              error={form.errorOf('region')}
            />
          )}
        />
        <Field label={labels('city')} error={form.errorOf('city')}>
          <TextInput {...form.register('city')} defaultValue={city} autoComplete="address-level2" />
        </Field>
      </div>
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
                  onPressedChange={(isPressed) =>
                    field.onChange(
                      isPressed ? [...field.value, interest] : field.value.filter((each) => each !== interest),
                    )
                  }
                >
                  {t(`interest.${interest}`)}
                </ToggleChip>
              ))}
            </div>
          )}
        />
      </FieldGroup>
      <Button type="submit" size="lg" disabled={!form.isReady} isPending={form.isSending} className="self-start">
        {common('save')}
      </Button>
    </form>
  )
}

/** "Rather not say" is the empty choice on the screen and null in the contract. */
function emptyAsNull(value: unknown) {
  return value === '' ? null : value
}
