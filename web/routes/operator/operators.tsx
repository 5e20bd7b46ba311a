import { loading } from '#web/api/load.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { InviteForm } from '#web/features/operator/team/invite-form.tsx'
import { OperatorTable } from '#web/features/operator/team/operator-table.tsx'
import { operatorsQuery } from '#web/features/operator/team/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

const load = loading(async ({ query }) => {
  await query(operatorsQuery())
})
export const loader = load
export const clientLoader = load

/** Who can use the console, and with which role (OPER-7). */
export default function OperatorsPage() {
  const t = useTranslations('operator-team')
  const may = useMay()
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <OperatorTable />
      {may('operators.manage') && <InviteForm />}
    </>
  )
}
