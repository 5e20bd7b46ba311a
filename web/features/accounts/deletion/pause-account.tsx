import { useMutation, useQueryClient } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { pauseAccount, resumeAccount } from '#contract/accounts/calls.ts'
import { call } from '#web/api/call.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { setRepliedUser } from '#web/features/accounts/balance.ts'

/** Pauses the account, or ends the pause (ACC-30). */
export function PauseAccount() {
  const t = useTranslations('deletion.pause')
  const isPaused = useUser()?.is_paused ?? false
  const { pause, resume } = usePause()
  return (
    <div className="flex flex-col items-start gap-3 py-4 first:pt-0 last:pb-0">
      <div>
        <h3 className="font-medium">{isPaused ? t('on') : t('title')}</h3>
        <p className="mt-1 text-sm text-text-muted">{isPaused ? t('onText') : t('text')}</p>
        <p className="mt-1 text-sm text-text-muted">{t('partners')}</p>
      </div>
      {isPaused ? (
        <Button isPending={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      ) : (
        <Button variant="outline" isPending={pause.isPending} onClick={() => pause.mutate()}>
          {t('action')}
        </Button>
      )}
    </div>
  )
}

/** Pauses the account and opens the page with the way back, or comes back to the members (ACC-30). */
export function usePause() {
  const t = useTranslations('deletion')
  const client = useQueryClient()
  const continueTo = useContinueTo()
  const toast = useToast()
  const errorText = useErrorText()
  const onError = (error: unknown) => void toast.show({ tone: 'danger', title: errorText(error) })

  const pause = useMutation({
    async mutationFn() {
      setRepliedUser(client, await call(pauseAccount, {}))
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
