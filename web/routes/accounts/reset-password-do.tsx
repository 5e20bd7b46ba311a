import { redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { invalidResetPath } from '#web/features/accounts/link-paths.ts'
import { ResetForm } from '#web/features/accounts/login/reset-form.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { BesideCast } from '#web/shell/layouts/beside-cast.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { isLinkToken } from '#web/routes/route-params.ts'

const load = ({ request }: LoaderFunctionArgs) => {
  if (!isLinkToken(tokenOf(new URL(request.url).searchParams))) throw redirect(invalidResetPath())
  return null
}
export const loader = load
export const clientLoader = load

/** Chooses another password. The link of the mail leads here, with the token in the query. */
export default function ResetPasswordDo() {
  const t = useTranslations('accounts.reset')
  const [parameters] = useSearchParams()
  return (
    <BesideCast>
      <PageTitle title={t('doTitle')} isPrivate />
      <h1 className="mb-2 text-3xl font-bold">{t('doTitle')}</h1>
      <p className="mb-6 text-text-muted">{t('doLead')}</p>
      <Card padding="lg">
        <ResetForm token={tokenOf(parameters)} />
      </Card>
    </BesideCast>
  )
}

function tokenOf(parameters: URLSearchParams) {
  return parameters.get('token') ?? ''
}
