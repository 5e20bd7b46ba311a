import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { resendActivation, type User } from '#contract/accounts/accounts.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CorrectEmailForm } from './correct-email-form.tsx'

interface Props {
  user: User
  /** Shown as a dialog, which it is once after the sign-up on a phone (ACC-8). */
  isDialog: boolean
  onDialogClose: () => void
}

/** Asks the member to confirm the email, until which others cannot answer them (ACC-8). */
export function ActivationReminder({ user, isDialog, onDialogClose }: Props) {
  const t = useTranslations('accounts.activation')
  const common = useTranslations('common')
  if (isDialog)
    return (
      <Dialog open onOpenChange={(open) => !open && onDialogClose()} title={t('title')} closeLabel={common('close')}>
        <Reminder user={user} />
      </Dialog>
    )
  return (
    <Alert tone="warning" title={t('title')} className="mb-6">
      <Reminder user={user} />
    </Alert>
  )
}

function Reminder({ user }: { user: User }) {
  const t = useTranslations('accounts.activation')
  const toast = useToast()
  const errorText = useErrorText()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const resend = useMutation({
    mutationFn: () => call(resendActivation, {}),
    onSuccess: ({ email }) => toast.show({ tone: 'success', title: t('sent', { email }) }),
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
  function showSaved(email: string) {
    setIsCorrecting(false)
    toast.show({ tone: 'success', title: t('sent', { email }) })
  }
  return (
    <>
      <p className="break-words">{t('text', { email: user.pending_email ?? user.email })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" isPending={resend.isPending} onClick={() => resend.mutate()}>
          {t('resend')}
        </Button>
        <Button variant="outline" size="sm" aria-expanded={isCorrecting} onClick={() => setIsCorrecting(!isCorrecting)}>
          {t('wrongEmail')}
        </Button>
      </div>
      {isCorrecting && <CorrectEmailForm onSaved={showSaved} />}
    </>
  )
}
