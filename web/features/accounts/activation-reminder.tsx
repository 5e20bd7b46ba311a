import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { resendActivation } from '#contract/accounts.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useUser } from './use-user.ts'

/** Asks the member to confirm the email, until which others cannot answer them (ACC-8). */
export function ActivationReminder() {
  const t = useTranslations('accounts')
  const user = useUser()
  const toast = useToast()
  const errorText = useErrorText()
  const resend = useMutation({
    mutationFn: () => call(resendActivation, {}),
    onSuccess: ({ email }) => toast.show({ tone: 'success', title: t('activation.sent', { email }) }),
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
  if (user?.status !== 'not_confirmed') return null
  return (
    <Alert
      tone="warning"
      title={t('activation.title')}
      className="mb-6"
      actions={
        <Button variant="outline" size="sm" isPending={resend.isPending} onClick={() => resend.mutate()}>
          {t('activation.resend')}
        </Button>
      }
    >
      {t('activation.text', { email: user.email })}
    </Alert>
  )
}
