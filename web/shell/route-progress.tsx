import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'

/** The thin bar at the top while the next page is on its way. */
export function RouteProgress() {
  const t = useTranslations('shell')
  return <ProgressBar isWaiting={useNavigation().state !== 'idle'} label={t('progress')} />
}
