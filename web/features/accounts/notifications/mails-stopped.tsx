import { href, Link } from 'react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { StopReason } from '#contract/accounts/notification-kinds.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { resumeMails } from '#contract/accounts/calls.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { setRepliedUser } from '#web/features/accounts/balance.ts'

/** Explains why mails are stopped and starts them again where the member may decide that (NOTE-1). */
export function MailsStopped({ reason }: { reason: StopReason }) {
  const t = useTranslations('notifications')
  const resume = useResumeMails()
  return (
    <Alert
      tone="warning"
      title={t('stopped.title')}
      actions={
        reason !== 'fbl' && (
          <Button variant="outline" size="sm" isPending={resume.isPending} onClick={() => resume.mutate()}>
            {t('stopped.resume')}
          </Button>
        )
      }
    >
      <StopText reason={reason} />
    </Alert>
  )
}

/** The same outside of the settings, until the member closes it for good (SHELL-18). */
export function MailsStoppedAlert({ reason, onDismiss }: { reason: StopReason; onDismiss: () => void }) {
  const t = useTranslations('notifications')
  return (
    <Alert
      tone="warning"
      title={t('stopped.title')}
      className="mb-6"
      actions={
        <>
          <Button
            variant="outline"
            size="sm"
            render={<Link to={href('/notifications/:section', { section: 'notifications' })} />}
          >
            {t('stopped.settings')}
          </Button>
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </>
      }
    >
      <StopText reason={reason} />
    </Alert>
  )
}

function StopText({ reason }: { reason: StopReason }) {
  const t = useTranslations('notifications')
  return t.rich(`stopped.${reason}`, {
    service: (chunks) => (
      <Link to={href('/service')} className="font-semibold text-accent-text underline">
        {chunks}
      </Link>
    ),
  })
}

/** Starts mails again that were stopped. */
function useResumeMails() {
  const t = useTranslations('notifications')
  const client = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => call(resumeMails, {}),
    onSuccess(reply) {
      setRepliedUser(client, reply)
      toast.show({ tone: 'success', title: t('stopped.resumed') })
    },
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
}
