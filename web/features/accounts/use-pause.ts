import { useMutation, useQueryClient } from '@tanstack/react-query'
import { href, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { pauseAccount, resumeAccount } from '#contract/deletion.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { setRepliedUser } from './balance.ts'

/** Pauses the account and opens the page with the way back, or comes back to the members (ACC-30). */
export function usePause() {
  const t = useTranslations('deletion')
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const errorText = useErrorText()
  const onError = (error: unknown) => void toast.show({ tone: 'danger', title: errorText(error) })

  const pause = useMutation({
    async mutationFn() {
      setRepliedUser(client, await call(pauseAccount, {}))
      await navigate(href('/paused'))
    },
    onError,
  })
  const resume = useMutation({
    async mutationFn() {
      setRepliedUser(client, await call(resumeAccount, {}))
      toast.show({ tone: 'success', title: t('pause.resumed') })
      await navigate(href('/members'))
    },
    onError,
  })
  return { pause, resume }
}
