import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { giveConsent } from '#contract/accounts/calls.ts'
import { textLanguage } from '#contract/languages.ts'
import { call } from '#web/api/call.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { ConsentHelp, ConsentText } from './consent-text.tsx'
import { setRepliedUser } from './balance.ts'
import { targetAfterLogin } from './login/login-target.ts'
import { endSession } from './session.ts'

/** The changed consent text with its two answers: agree and go on, or log out. */
export function ConsentForm() {
  const t = useTranslations('accounts.consent')
  const client = useQueryClient()
  const continueTo = useContinueTo()
  const [search] = useSearchParams()
  const errorText = useErrorText()
  const settings = useSettings()
  // The language in which the text is shown.
  const language = textLanguage(useLanguage().language)
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      setRepliedUser(client, await call(giveConsent, { body: { version: settings.consent_version, language } }))
      await continueTo(targetAfterLogin(search), { replace: true })
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <p>
        <ConsentText />
      </p>
      <p className="text-sm text-text-muted">
        <ConsentHelp />
      </p>
      {error && (
        <Alert tone="danger" isLive>
          {errorText(error)}
        </Alert>
      )}
      <div className="mt-2 flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">
        <Button isPending={isPending} onClick={() => mutate()}>
          {t('agree')}
        </Button>
        <Button variant="outline" onClick={() => void endSession(client)}>
          {t('logout')}
        </Button>
      </div>
    </div>
  )
}
