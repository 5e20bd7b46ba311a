import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'

interface Props {
  name: string
  label: string
  hint?: string | undefined
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  onChange: () => void
}

/** A password with its label, its error, and the button that shows it. */
export function PasswordField({ label, hint, error, ...input }: Props) {
  const t = useTranslations('accounts.fields')
  return (
    <Field label={label} description={hint} error={error}>
      <PasswordInput {...input} required revealLabel={t('revealPassword')} hideLabel={t('hidePassword')} />
    </Field>
  )
}
