import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { resetPassword } from '#contract/accounts/calls.ts'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { invalidResetPath } from '#web/features/accounts/link-paths.ts'
import { PasswordField } from './password-field.tsx'
import { useContinueAsMember } from './use-continue-as-member.ts'
import { useFields } from './use-fields.ts'

/** Sets another password by the token of a mail, and logs in, or leads to the second factor (ACC-12). */
export function ResetForm({ token }: { token: string }) {
  const t = useTranslations('accounts')
  const isHydrated = useIsHydrated()
  const { formRef, values, show, showFailure, clear, errorOf } = useFields(['password', 'repeat'])
  const { mutate, isPending } = useReset({ token, onError: showFailure })
  const problem = errorOf('form')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const entered = values()
    const isSame = entered.password === entered.repeat
    show(isSame ? {} : { repeat: { code: 'accounts.passwords_differ' } })
    if (isSame) mutate(entered)
  }

  return (
    <form method="post" ref={formRef} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormProblem>{problem}</FormProblem>
      <PasswordField
        name="password"
        label={t('reset.newPassword')}
        hint={t('reset.hint', { min: PASSWORD_MIN_LENGTH })}
        error={errorOf('password')}
        autoComplete="new-password"
        onChange={() => clear('password')}
      />
      <PasswordField
        name="repeat"
        label={t('reset.repeat')}
        error={errorOf('repeat')}
        autoComplete="new-password"
        onChange={() => clear('repeat')}
      />
      <Button type="submit" size="lg" disabled={!isHydrated} isWide isPending={isPending}>
        {t('reset.save')}
      </Button>
    </form>
  )
}

function useReset({ token, onError }: { token: string; onError: (error: unknown) => void }) {
  const t = useTranslations('accounts')
  const continueTo = useContinueTo()
  const continueAsMember = useContinueAsMember()
  const toast = useToast()
  return useMutation({
    async mutationFn(passwords: { password: string; repeat: string }) {
      const { user } = await call(resetPassword, { body: { token, ...passwords } })
      if (user) await continueAsMember(user, href('/members'), { notice: 'new-password' })
      else await continueTo(href('/login'), { replace: true })
      toast.show({ tone: 'success', title: t('reset.done') })
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'accounts.link_invalid') return onError(error)
      void continueTo(invalidResetPath(), { replace: true })
    },
  })
}
