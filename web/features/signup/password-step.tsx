import { useTranslations } from '#web/i18n/intl.tsx'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { ConsentHelp, ConsentText } from '#web/features/accounts/consent-text.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import type { Signup } from './use-signup.ts'

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
