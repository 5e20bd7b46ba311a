import type { SessionView } from '#contract/accounts/security-schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'

/** Names the device of a session, such as “Chrome on Linux”; null where its browser does not say. */
export function useDeviceName({ browser, system }: Pick<SessionView, 'browser' | 'system'>) {
  const t = useTranslations('security')
  if (browser && system) return t('sessions.device', { browser, system })
  return browser ?? system
}
