import { redirect } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { OperatorLogin } from '#web/features/operator/access/login-form.tsx'
import { targetOfLogin } from '#web/features/operator/access/login-target.ts'
import { operatorQuery } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/login'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  const { operator } = await query(operatorQuery())
  if (operator) throw redirect(targetOfLogin(new URL(request.url).searchParams))
})
export const loader = load
export const clientLoader = load

export default function LoginPage() {
  const t = useTranslations('operator')
  return (
    <>
      <ConsoleTitle title={t('login.title')} />
      <OperatorLogin />
    </>
  )
}
