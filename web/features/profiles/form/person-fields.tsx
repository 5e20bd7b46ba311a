import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ErrorParams } from '#contract/errors.ts'
import type { OwnProfile, ProfileEdit } from '#contract/profiles/profiles.ts'
import { minimumAge } from '#contract/settings/settings.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import { GenderField } from './gender-field.tsx'

interface Props {
  profile: OwnProfile
  errorOf: (name: 'name' | 'birthDate' | 'gender', params?: ErrorParams) => string | undefined
}

/** Name, date of birth and gender, as they are asked at sign-up, in the form around them. */
export function PersonFields({ profile, errorOf }: Props) {
  const t = useTranslations('signup.fields')
  const { control, register, watch, setValue, clearErrors } = useFormContext<ProfileEdit>()
  const min_age = minimumAge(useSettings(), watch('country'))
  return (
    <>
      <Field label={t('name')} description={t('nameHelp')} error={errorOf('name')}>
        <TextInput {...register('name')} defaultValue={profile.name} autoComplete="given-name" />
      </Field>
      <Controller
        control={control}
        name="birthDate"
        render={({ field }) => (
          <BirthDateField
            ref={field.ref}
            name={field.name}
            value={field.value}
            onValueChange={(birthDate) => {
              // Without validation: most dates are wrong until their last digit is typed.
              clearErrors('birthDate')
              setValue('birthDate', birthDate, { shouldDirty: true })
            }}
            minimumAge={min_age}
            error={errorOf('birthDate', { min_age })}
          />
        )}
      />
      <Controller
        control={control}
        name="gender"
        render={({ field }) => (
          <GenderField
            ref={field.ref}
            name={field.name}
            value={field.value}
            onValueChange={field.onChange}
            error={errorOf('gender')}
          />
        )}
      />
    </>
  )
}
