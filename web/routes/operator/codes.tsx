import { loading } from '#web/api/load.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { CodeList, NewCodeForm } from '#web/features/operator/codes/codes.tsx'
import { codesQuery } from '#web/features/operator/codes/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

const load = loading(async ({ query }) => {
  await query(codesQuery())
})
export const loader = load
export const clientLoader = load

/** Discount codes (PAY-11). */
export default function CodesPage() {
  const t = useTranslations('operator-codes')
  const may = useMay()
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <CodeList />
      {may('codes.manage') && <NewCodeForm />}
    </>
  )
}
