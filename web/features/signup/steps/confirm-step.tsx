import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import { useTranslations } from '#web/i18n/intl.tsx'
import { resendActivation } from '#contract/accounts/calls.ts'
import { call } from '#web/api/call.ts'
import { CorrectEmailForm } from '#web/features/accounts/email/correct-email-form.tsx'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { StepActions, type CompleteStepProps } from './step-actions.tsx'

/** Points to the mail with the link that confirms the address. Going on never waits for it. */
export function ConfirmStep({ onDone }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const user = useUser()
  const isConfirmed = user?.status !== 'not_confirmed'
  const isRejected = !isConfirmed && user.is_email_rejected
  useFocusAfterRemoval(isRejected ? 1 : 0)
  if (!user) return null
  const email = user.pending_email ?? user.email
  const Icon = isConfirmed ? MailCheck : MailOpen
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-lg bg-accent-soft p-6 text-center">
        <Icon aria-hidden className="size-12 text-accent-text" />
        {isRejected ? (
          <CameBack email={email} />
        ) : (
          <>
            <p className="text-lg">
              {t(isConfirmed ? 'confirmed' : 'mailSent')}
              {!isConfirmed && <Address email={email} />}
            </p>
            {!isConfirmed && <p className="text-text-muted">{t('mailHelp')}</p>}
            {!isConfirmed && <ResendButton />}
          </>
        )}
      </div>
      <StepActions>
        <Button size="lg" isWide onClick={onDone}>
          {t('toEnd')}
        </Button>
      </StepActions>
    </>
  )
}

/** Says that the mail came back, and offers another address. */
function CameBack({ email }: { email: string }) {
  const t = useTranslations('accounts.activation')
  const toast = useToast()
  const [isCorrecting, setIsCorrecting] = useState(false)
  return (
    <>
      <p role="alert" className="text-lg wrap-anywhere">
        {t('cameBack', { email })}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="outline" size="sm" aria-expanded={isCorrecting} onClick={() => setIsCorrecting(!isCorrecting)}>
          {t('wrongEmail')}
        </Button>
        <ResendButton />
      </div>
      {isCorrecting && (
        <div className="w-full max-w-form text-start">
          <CorrectEmailForm onSaved={(saved) => toast.show({ tone: 'success', title: t('sent', { email: saved }) })} />
        </div>
      )}
    </>
  )
}

/** An address, which breaks before the @ where it is longer than the line. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <strong className="block font-semibold wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </strong>
  )
}

function ResendButton() {
  const t = useTranslations('signup.complete')
  const accounts = useTranslations('accounts.activation')
  const toast = useToast()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(resendActivation, {}),
    onSuccess: ({ email }) => {
      toast.show({ tone: 'success', title: accounts('sent', { email }) })
      // That an earlier mail came back counts no more.
      void client.invalidateQueries({ queryKey: userQuery().queryKey })
    },
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
  return (
    <Button variant="outline" size="sm" isPending={isPending} onClick={() => mutate()}>
      {t('resend')}
    </Button>
  )
}
