import { useMutation } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/schemas.ts'
import { logInWithPasskey, startPasskeyLogin } from '#contract/accounts/security-calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import {
  askForPasskey,
  canOfferPasskeys,
  canUsePasskeys,
  stopOffering,
} from '#web/features/accounts/security/passkey-in-browser.ts'
import { LoginProblem } from './login-problem.tsx'

interface PasskeyLoginProps {
  isReady: boolean
  onLoggedIn: (user: User) => Promise<unknown>
}

/**
 * Logs in with a passkey (ACC-23): by the button, or from the list below the email field, where the browser
 * offers passkeys.
 */
export function PasskeyLogin({ isReady, onLoggedIn }: PasskeyLoginProps) {
  const t = useTranslations('login')
  const errorText = useErrorText()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => logInBy({ isOffered: false }),
    onSuccess: onLoggedIn,
  })
  const rejection = useOffer(onLoggedIn)
  const problem = error ? textOf(error) : rejection && errorText(rejection)

  function textOf(cause: Error) {
    if (cause instanceof ApiError) return errorText(cause)
    return canUsePasskeys() ? t('passkeyCancelled') : t('passkeyUnsupported')
  }

  return (
    <div className="flex flex-col gap-4">
      <LoginProblem text={problem} error={error ?? rejection} />
      <Button
        variant="outline"
        size="lg"
        isWide
        icon={<KeyRound aria-hidden />}
        disabled={!isReady}
        isPending={isPending}
        onClick={() => mutate()}
      >
        {t('passkey')}
      </Button>
    </div>
  )
}

const rejections: ReadonlySet<string> = new Set(['accounts.passkey_failed', 'accounts.disabled'])

/** Offers passkeys below the email field while the page is shown. Returns the error of a rejected one. */
function useOffer(onLoggedIn: PasskeyLoginProps['onLoggedIn']) {
  const { mutate, error } = useMutation({
    mutationFn: async () => ((await canOfferPasskeys()) ? logInBy({ isOffered: true }) : null),
    onSuccess: (user) => user && onLoggedIn(user),
  })
  useEffect(() => {
    mutate()
    return () => void stopOffering()
  }, [mutate])
  // Any other error ends the offer only: the page was left, or the button was pressed.
  return error instanceof ApiError && rejections.has(error.code) ? error : null
}

/**
 * The log-in that was sent. The offer and the button can both get a passkey at once; a second log-in would
 * end the session of the first, whose page is already open.
 */
let sent: Promise<User> | undefined

async function logInBy({ isOffered }: { isOffered: boolean }) {
  const { options } = await call(startPasskeyLogin, {})
  const credential = await askForPasskey(options, { isOffered })
  sent ??= call(logInWithPasskey, { body: { credential } }).then(({ user }) => user)
  try {
    return await sent
  } catch (error) {
    sent = undefined
    throw error
  }
}
