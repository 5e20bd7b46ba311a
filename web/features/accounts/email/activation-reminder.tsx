import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { resendActivation } from '#contract/accounts/calls.ts'
import type { User } from '#contract/accounts/schemas.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { cx } from '#web/ui/cx.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { userQuery } from '#web/features/accounts/queries.ts'
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
  const title = t(user.is_email_rejected ? 'cameBackTitle' : 'title')
  if (isDialog)
    return (
      <Dialog open onOpenChange={(open) => !open && onDialogClose()} title={title} closeLabel={common('close')}>
        <Reminder user={user} />
      </Dialog>
    )
  return (
    <Alert
      tone="warning"
      title={title}
      className="mb-6 max-md:p-3 max-md:text-sm max-[22.5rem]:px-2 max-[22.5rem]:[&>svg]:hidden"
    >
      <Reminder user={user} isShortOnPhone />
    </Alert>
  )
}

/** On a phone the alert is two rows, the title and the buttons; its text comes with the form. */
function Reminder({ user, isShortOnPhone = false }: { user: User; isShortOnPhone?: boolean }) {
  const t = useTranslations('accounts.activation')
  const toast = useToast()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const resend = useMutation({
    mutationFn: () => call(resendActivation, {}),
    onSuccess: ({ email }) => {
      toast.show({ tone: 'success', title: t('sent', { email }) })
      // That an earlier mail came back counts no more.
      void client.invalidateQueries({ queryKey: userQuery().queryKey })
    },
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
  const look = isShortOnPhone ? 'max-md:border-0 max-md:bg-transparent max-md:px-0 max-md:underline' : undefined
  function showSaved(email: string) {
    setIsCorrecting(false)
    toast.show({ tone: 'success', title: t('sent', { email }) })
  }
  return (
    <>
      <p className={cx('break-words', isShortOnPhone && !isCorrecting && !user.is_email_rejected && 'max-md:sr-only')}>
        {t(user.is_email_rejected ? 'cameBack' : 'text', { email: user.pending_email ?? user.email })}
      </p>
      <div className={cx('flex flex-wrap', isShortOnPhone ? 'gap-x-3 md:mt-3 md:gap-2' : 'mt-3 gap-2')}>
        <Button
          variant="outline"
          size="sm"
          className={look}
          isPending={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('resend')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          className={look}
          aria-expanded={isCorrecting}
          onClick={() => setIsCorrecting(!isCorrecting)}
        >
          {t('wrongEmail')}
        </Button>
      </div>
      {isCorrecting && <CorrectEmailForm onSaved={showSaved} />}
    </>
  )
}
