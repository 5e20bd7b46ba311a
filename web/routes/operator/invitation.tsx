import { acceptInvitation } from '#contract/operator/access/calls.ts'
import { call } from '#web/api/call.ts'
import { PasswordForm, TwoSteps } from '#web/features/operator/access/login-form.tsx'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/invitation'

/** A new operator chooses a password, then sets up the authenticator app (OPER-7). */
export default function InvitationPage({ params: { token } }: Route.ComponentProps) {
  const t = useTranslations('operator.invitation')
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <p className="text-text-muted">{t('lead')}</p>
      <TwoSteps>
        {(onPassed) => (
          <PasswordForm
            names={['password']}
            submitLabel={t('submit')}
            send={({ password }) => call(acceptInvitation, { params: { token }, body: { password } })}
            onPassed={onPassed}
          />
        )}
      </TwoSteps>
    </>
  )
}
