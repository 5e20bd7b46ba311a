import { useMutation, useQueryClient } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { pauseAccount, resumeAccount } from '#contract/accounts/deletion.ts'
import { call } from '#web/api/call.ts'
import { useGoOn } from '#web/api/use-go-on.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { setRepliedUser } from '#web/features/accounts/balance.ts'

/** Pauses the account and opens the page with the way back, or comes back to the members (ACC-30). */
export function usePause() {
  const t = useTranslations('deletion')
  const client = useQueryClient()
  const goOn = useGoOn()
  const toast = useToast()
  const errorText = useErrorText()
  const onError = (error: unknown) => void toast.show({ tone: 'danger', title: errorText(error) })

  const pause = useMutation({
    async mutationFn() {
      setRepliedUser(client, await call(pauseAccount, {}))
      await goOn(href('/paused'))
    },
    onError,
  })
  const resume = useMutation({
    async mutationFn() {
      setRepliedUser(client, await call(resumeAccount, {}))
      toast.show({ tone: 'success', title: t('pause.resumed') })
      await goOn(href('/members'))
    },
    onError,
  })
  return { pause, resume }
}
