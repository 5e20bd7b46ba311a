import { Controller } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { minimumAge } from '#contract/settings/site-rules.ts'
import { ConsentHelp, ConsentText } from '#web/features/accounts/consent-text.tsx'
import { BirthDateField } from '#web/features/profiles/form/birth-date-field.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Signup } from '../use-signup.ts'

/** Asks for the first name. */
export function NameStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup.fields')
  return (
    <Field label={t('name')} isLabelHidden description={t('nameHelp')} error={form.errorOf('name')}>
      <TextInput {...form.register('name')} autoComplete="given-name" />
    </Field>
  )
}

/** Asks for the date of birth. */
export function BirthStep({ signup: { form } }: { signup: Signup }) {
  const min_age = minimumAge(useSettings(), form.watch('country'))
  return (
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
  )
}

/** Asks for the password and the consent, and creates the account. */
export function PasswordStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const accounts = useTranslations('accounts')
  return (
    <>
      {/* Password managers store the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={form.watch('email')} />
      <Field
        label={accounts('fields.password')}
        isLabelHidden
        description={t('fields.passwordHelp', { count: PASSWORD_MIN_LENGTH })}
        error={form.errorOf('password')}
      >
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          revealLabel={accounts('fields.revealPassword')}
          hideLabel={accounts('fields.hidePassword')}
        />
      </Field>
      <Checkbox
        {...form.register('consent')}
        label={<ConsentText />}
        description={<ConsentHelp />}
        error={form.errorOf('consent')}
      />
    </>
  )
}
