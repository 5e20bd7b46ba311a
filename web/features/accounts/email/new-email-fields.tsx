import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { PasswordField } from '#web/features/accounts/login/password-field.tsx'
import type { useFields } from '#web/features/accounts/login/use-fields.ts'

interface Props {
  fields: Pick<ReturnType<typeof useFields<'email' | 'password'>>, 'errorOf' | 'clear'>
  hasPassword?: boolean
}

/** Asks for another email address, and for the password where that is needed. */
export function NewEmailFields({ fields: { errorOf, clear }, hasPassword = true }: Props) {
  const t = useTranslations('accounts.emailSettings')
  return (
    <>
      <Field label={t('newEmail')} error={errorOf('email')}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          onChange={() => clear('email')}
        />
      </Field>
      {hasPassword && (
        <PasswordField
          name="password"
          label={t('password')}
          error={errorOf('password')}
          autoComplete="current-password"
          onChange={() => clear('password')}
        />
      )}
    </>
  )
}
