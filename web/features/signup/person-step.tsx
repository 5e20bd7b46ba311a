import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { minimumAge } from '#contract/settings.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { DateOfBirthInput } from '#web/ui/forms/date-of-birth-input.tsx'
import { dateOrder } from '#web/ui/forms/date-parts.ts'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Signup } from './use-signup.ts'

/** Asks for the first name and the date of birth. */
export function PersonStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  return (
    <>
      <Field label={t('fields.name')} description={t('fields.nameHelp')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} autoComplete="given-name" />
      </Field>
      <BirthDateField form={form} />
    </>
  )
}

function BirthDateField({ form }: Pick<Signup, 'form'>) {
  const t = useTranslations('signup')
  const min_age = minimumAge(useSettings(), form.watch('country'))
  const order = dateOrder(useLanguage().locale)
  return (
    <FieldGroup
      label={t('fields.birthDate', { min_age })}
      description={t('fields.birthDateHelp')}
      error={form.errorOf('birthDate', { min_age })}
    >
      <Controller
        control={form.control}
        name="birthDate"
        render={({ field }) => (
          <DateOfBirthInput
            name={field.name}
            value={field.value}
            onValueChange={(value) => {
              form.clearErrors('birthDate')
              form.setValue('birthDate', value)
            }}
            ref={field.ref}
            order={order}
            labels={{ day: t('fields.day'), month: t('fields.month'), year: t('fields.year') }}
          />
        )}
      />
    </FieldGroup>
  )
}
