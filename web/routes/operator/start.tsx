import { redirect } from 'react-router'
import { mayUse } from '#contract/operator/permissions.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { areas } from '#web/features/operator/areas.ts'
import { operatorQuery } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/start'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  const { operator } = await query(operatorQuery())
  const first = operator && areas.find(({ permission }) => mayUse(operator.role, permission))
  if (first) throw redirect(first.path)
})
export const loader = load
export const clientLoader = load

/** Leads to the first area of the role. */
export default function StartPage() {
  const t = useTranslations('operator')
  return (
    <>
      <ConsoleTitle title={t('name')} />
      <p className="text-text-muted">{t('noArea')}</p>
    </>
  )
}
