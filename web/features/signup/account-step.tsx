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

/** First step: the account. The server checks it before the next step. */
export function AccountStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const accounts = useTranslations('accounts')
  const isEmailRejected = form.getFieldState('email', form.formState).error?.type === 'server'
  return (
    <>
      <Field
        label={accounts('fields.email')}
        error={form.errorOf('email')}
        description={isEmailRejected ? <LoginHint /> : undefined}
      >
        <TextInput {...form.register('email')} type="email" autoComplete="email" inputMode="email" />
      </Field>
      <Field label={t('fields.name')} description={t('fields.nameHelp')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} autoComplete="given-name" />
      </Field>
      <BirthDateField form={form} />
      <Field
        label={accounts('fields.password')}
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
    </>
  )
}

function BirthDateField({ form }: Pick<Signup, 'form'>) {
  const t = useTranslations('signup')
  const { language } = useLanguage()
  // Countries that write English differ in the order of a date. Day first is right in most of those that a site serves.
  const order = dateOrder(language === 'en' ? 'en-GB' : language)
  return (
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
  )
}

/** Links to the log-in, for an address that has an account already (ACC-10). */
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
