import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { genders } from '#contract/profiles.ts'
import { CountryField, RegionField } from '#web/features/settings/place-fields.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Signup } from './use-signup.ts'

/** Whom one is and looks for, and where one lives. */
export function PlaceStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const country = form.watch('country')
  return (
    <>
      <FieldGroup label={t('fields.gender')} error={form.errorOf('gender')}>
        <Controller
          control={form.control}
          name="gender"
          render={({ field }) => (
            <SegmentedControl
              ref={field.ref}
              name={field.name}
              value={field.value ?? null}
              onValueChange={(gender) => {
                field.onChange(gender)
                // The usual guess, which the next question lets one change.
                if (!form.getValues('lookingFor')) form.setValue('lookingFor', gender === 'male' ? 'female' : 'male')
              }}
              options={genders.map((gender) => ({ value: gender, label: t(`gender.${gender}`) }))}
            />
          )}
        />
      </FieldGroup>
      <FieldGroup label={t('fields.lookingFor')} error={form.errorOf('lookingFor')}>
        <Controller
          control={form.control}
          name="lookingFor"
          render={({ field }) => (
            <SegmentedControl
              ref={field.ref}
              name={field.name}
              value={field.value ?? null}
              onValueChange={field.onChange}
              options={genders.map((gender) => ({ value: gender, label: t(`lookingFor.${gender}`) }))}
            />
          )}
        />
      </FieldGroup>
      <CountryField
        value={country}
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
            ref={field.ref}
            country={country}
            value={field.value}
            onValueChange={field.onChange}
            error={form.errorOf('region')}
          />
        )}
      />
      <Field label={t('fields.city')} error={form.errorOf('city')}>
        <TextInput {...form.register('city')} autoComplete="address-level2" />
      </Field>
    </>
  )
}
