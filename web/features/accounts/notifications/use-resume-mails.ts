import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { resumeMails } from '#contract/accounts/notifications.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { setRepliedUser } from '#web/features/accounts/balance.ts'

/** Starts mails again that were stopped. */
export function useResumeMails() {
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
