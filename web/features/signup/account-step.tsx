import { Controller } from 'react-hook-form'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { MINIMUM_AGE, PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { DateOfBirthInput } from '#web/ui/forms/date-of-birth-input.tsx'
import { dateOrder } from '#web/ui/forms/date-parts.ts'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Signup } from './use-signup.ts'

/** Who one is: checked by the server before the next step. */
export function AccountStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const fields = useTranslations('accounts')
  // An English date is written in many orders; day first is read rightly by most of the countries served.
  const { language } = useLanguage()
  const order = dateOrder(language === 'en' ? 'en-GB' : language)
  const emailError = form.errorOf('email')
  return (
    <>
      <Field
        label={fields('fields.email')}
        error={emailError}
        description={form.getFieldState('email', form.formState).error?.type === 'server' ? <LoginHint /> : undefined}
      >
        <TextInput {...form.register('email')} type="email" autoComplete="email" inputMode="email" />
      </Field>
      <Field label={t('fields.name')} description={t('fields.nameHelp')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} autoComplete="given-name" />
      </Field>
      <FieldGroup
        label={t('fields.birthDate', { min_age: MINIMUM_AGE })}
        description={t('fields.birthDateHelp')}
        error={form.errorOf('birthDate')}
      >
        <Controller
          control={form.control}
          name="birthDate"
          render={({ field }) => (
            <DateOfBirthInput
              name={field.name}
              value={field.value}
              onValueChange={field.onChange}
              ref={field.ref}
              order={order}
              labels={{ day: t('fields.day'), month: t('fields.month'), year: t('fields.year') }}
            />
          )}
        />
      </FieldGroup>
      <Field
        label={fields('fields.password')}
        description={t('fields.passwordHelp', { count: PASSWORD_MIN_LENGTH })}
        error={form.errorOf('password')}
      >
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          revealLabel={fields('fields.revealPassword')}
          hideLabel={fields('fields.hidePassword')}
        />
      </Field>
    </>
  )
}

/** ACC-10: an existing account prompts a login link. */
function LoginHint() {
  const t = useTranslations('signup')
  return t.rich('taken', {
    link: (chunks) => (
      <Link to={href('/login')} className="font-semibold text-accent-text underline">
        {chunks}
      </Link>
    ),
  })
}
