import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { genders } from '#contract/profiles.ts'
import { LookingForField } from '#web/features/profiles/looking-for-field.tsx'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { suggestedLookingFor } from './signup-defaults.ts'
import type { Signup } from './use-signup.ts'

/** Second step: the member's gender, the gender they look for, and where they live. */
export function PlaceStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const profile = useTranslations('profiles.own')
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
                if (!form.getValues('lookingFor')) form.setValue('lookingFor', suggestedLookingFor(gender))
              }}
              options={genders.map((gender) => ({ value: gender, label: t(`gender.${gender}`) }))}
            />
          )}
        />
      </FieldGroup>
      <Controller
        control={form.control}
        name="lookingFor"
        render={({ field }) => (
          <LookingForField
            ref={field.ref}
            name={field.name}
            value={field.value ?? null}
            onValueChange={field.onChange}
            error={form.errorOf('lookingFor')}
          />
        )}
      />
      <PlaceFormFields regionError={form.errorOf('region')} />
      <Field label={profile('city')} error={form.errorOf('city')}>
        <TextInput {...form.register('city')} autoComplete="address-level2" />
      </Field>
    </>
  )
}
