import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { EmailSettings } from '#web/features/accounts/email/email-settings.tsx'
import { SecuritySettings } from '#web/features/accounts/security/security-settings.tsx'
import { securityQuery } from '#web/features/accounts/security/security-queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { SettingsPart, SettingsRow } from '#web/features/settings/settings-part.tsx'
import type { Route } from './+types/account'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(securityQuery())
})
export const loader = load
export const clientLoader = load

/** The email address, and how the member logs in. Wide screens also show it beside the rows of all pages. */
export default function AccountSettings() {
  const t = useTranslations('settings')
  const user = useUser()
  return (
    <>
      <SettingsPart>
        <SettingsRow name={t('email')}>
          <span className="min-w-0 break-words text-text-muted">{user?.email}</span>
        </SettingsRow>
        <EmailSettings />
      </SettingsPart>
      <SettingsPart id="security" label={t('security')}>
        <SecuritySettings />
      </SettingsPart>
    </>
  )
}
