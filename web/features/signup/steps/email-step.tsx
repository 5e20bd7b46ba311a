import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { suggestEmail } from '#web/features/accounts/email/suggested-email.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Signup } from '../use-signup.ts'

/** Asks for the email; the server reports a taken one before the next step. */
export function EmailStep({ signup: { form, login } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const accounts = useTranslations('accounts')
  const pendingText = useErrorText().ofCode('accounts.email_pending_deletion')
  const email = form.watch('email')
  const text = form.errorOf('email')
  const isFromServer = form.getFieldState('email', form.formState).error?.type === 'server'
  // Stays until the email changes. The form removes the error when the field loses the focus, and the link to
  // the log-in would move away under the press.
  const [rejected, setRejected] = useState<{ email: string; text: string }>()
  if (isFromServer && text && email !== '' && rejected?.email !== email) setRejected({ email, text })
  const isRejected = rejected?.email === email
  return (
    <Field
      label={accounts('fields.email')}
      isLabelHidden
      error={
        isRejected ? (
          <>
            {rejected.text} <LoginHint email={email} login={login} isPending={rejected.text === pendingText} />
          </>
        ) : (
          text
        )
      }
      description={t('fields.emailHelp')}
    >
      <TextInput {...form.register('email')} type="email" autoComplete="email" inputMode="email" />
    </Field>
  )
}

/**
 * Links to the log-in, for an address that has an account (ACC-10). For a deleted one the log-in mails the
 * link that restores it (SIGN-7).
 */
function LoginHint({ email, login, isPending }: { email: string; login: string; isPending: boolean }) {
  const t = useTranslations('signup')
  return t.rich(isPending ? 'takenPending' : 'taken', {
    link: (chunks) => (
      <Link to={login} onClick={() => suggestEmail(email)} className="font-semibold text-accent-text underline">
        {chunks}
      </Link>
    ),
  })
}
