import { loading } from '#web/api/load.ts'
import { PasskeyList } from '#web/features/operator/access/passkey-list.tsx'
import { passkeysQuery } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

const load = loading(async ({ query }) => {
  await query(passkeysQuery())
})
export const loader = load
export const clientLoader = load

/** The operator's own access: passkeys (OPER-31). */
export default function AccountPage() {
  const t = useTranslations('operator.passkeys')
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <p className="max-w-prose text-text-muted">{t('text')}</p>
      <PasskeyList />
    </>
  )
}
