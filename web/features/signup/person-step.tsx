import { Controller } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { minimumAge } from '#contract/settings/settings.ts'
import { BirthDateField } from '#web/features/profiles/form/birth-date-field.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Signup } from './use-signup.ts'

/** Asks for the first name and the date of birth. */
export function PersonStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const min_age = minimumAge(useSettings(), form.watch('country'))
  return (
    <>
      <Field label={t('fields.name')} description={t('fields.nameHelp')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} autoComplete="given-name" />
      </Field>
      <Controller
        control={form.control}
        name="birthDate"
        render={({ field }) => (
          <BirthDateField
            ref={field.ref}
            name={field.name}
            value={field.value}
            onValueChange={(value) => {
              form.clearErrors('birthDate')
              form.setValue('birthDate', value)
            }}
            minimumAge={min_age}
            error={form.errorOf('birthDate', { min_age })}
          />
        )}
      />
    </>
  )
}
