import { Controller, useFormContext } from 'react-hook-form'
import { href } from 'react-router'
import type { ErrorParams } from '#contract/errors.ts'
import type { OwnProfile, ProfileEdit } from '#contract/profiles/schemas.ts'
import { minimumAge } from '#contract/settings/site-rules.ts'
import { Link } from '#web/api/link.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
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
            description={<BirthDateHelp canCorrect={profile.canCorrectBirthDate} />}
            isReadOnly={!profile.canCorrectBirthDate}
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

/** The date of birth is corrected once; afterwards customer service changes it (PRO-15). */
function BirthDateHelp({ canCorrect }: { canCorrect: boolean }) {
  const t = useTranslations('profiles.own')
  if (canCorrect) return t('birthDateOnce')
  return t.rich('birthDateCorrected', {
    service: (chunks) => (
      <Link to={href('/service')} className="font-semibold text-accent-text underline">
        {chunks}
      </Link>
    ),
  })
}
