import { useMutation, useQueryClient } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { pauseAccount, resumeAccount } from '#contract/accounts/calls.ts'
import type { PauseLength } from '#contract/accounts/pause-lengths.ts'
import { call } from '#web/api/call.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { setRepliedUser } from '#web/features/accounts/balance.ts'

/** Pauses the account and opens the page with the way back, or comes back to the members (ACC-30). */
export function usePause() {
  const t = useTranslations('deletion')
  const client = useQueryClient()
  const continueTo = useContinueTo()
  const toast = useToast()
  const errorText = useErrorText()
  const onError = (error: unknown) => void toast.show({ tone: 'danger', title: errorText(error) })

  const pause = useMutation({
    async mutationFn(length: PauseLength) {
      setRepliedUser(client, await call(pauseAccount, { body: { length } }))
      await continueTo(href('/paused'))
    },
    onError,
  })
  const resume = useMutation({
    async mutationFn() {
      setRepliedUser(client, await call(resumeAccount, {}))
      toast.show({ tone: 'success', title: t('pause.resumed') })
      await continueTo(href('/members'))
    },
    onError,
  })
  return { pause, resume }
}
