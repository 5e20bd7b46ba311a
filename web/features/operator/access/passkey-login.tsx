import { useMutation, useQueryClient } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useSearchParams } from 'react-router'
import { logInWithPasskey, startPasskeyLogin } from '#contract/operator/access/passkey-calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { askForPasskey, canUsePasskeys } from '#web/features/accounts/security/passkey-in-browser.ts'
import { operatorQuery } from '#web/features/operator/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { targetOfLogin } from './login-target.ts'

/** Logs in with a passkey, in place of password and code (OPER-31). */
export function OperatorPasskeyLogin() {
  const t = useTranslations('operator.passkeys')
  const errorText = useErrorText()
  const isHydrated = useIsHydrated()
  const client = useQueryClient()
  const continueTo = useContinueTo()
  const [search] = useSearchParams()
  const { mutate, error, isPending } = useMutation({
    async mutationFn() {
      const { options } = await call(startPasskeyLogin, {})
      const credential = await askForPasskey(options, { isOffered: false })
      const { operator } = await call(logInWithPasskey, { body: { credential } })
      client.setQueryData(operatorQuery().queryKey, { operator })
      await continueTo(targetOfLogin(search), { replace: true })
    },
  })

  function textOf(cause: Error) {
    if (cause instanceof ApiError) return errorText(cause)
    return t(canUsePasskeys() ? 'cancelled' : 'unsupported')
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      <FormProblem>{error && textOf(error)}</FormProblem>
      <Button
        variant="outline"
        isWide
        icon={<KeyRound aria-hidden />}
        disabled={!isHydrated}
        isPending={isPending}
        onClick={() => mutate()}
      >
        {t('logIn')}
      </Button>
    </div>
  )
}
