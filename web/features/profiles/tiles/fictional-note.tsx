import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'

/** Above a list with fictional profiles: says so, in the site's word for several of them (PRO-13). */
export function FictionalNote({ members }: { members: readonly Pick<ProfileCard, 'isFictional'>[] }) {
  return members.some(({ isFictional }) => isFictional) ? <Note /> : null
}

function Note() {
  const t = useTranslations('profiles.fictional')
  const { 'fictional_warning/singular/plural': texts } = useSettings()
  return <p className="mb-2 text-sm text-text-muted">{t('listed', { plural: texts.plural || t('plural') })}</p>
}
