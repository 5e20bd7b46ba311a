import { useNavigation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useIsLeaving } from '#web/ui/feedback/page-wait.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'

/** Shows the progress bar while the next page is loading, and during a log-out. */
export function RouteProgress() {
  const t = useTranslations('shell')
  const isLeaving = useIsLeaving()
  return <ProgressBar isWaiting={useNavigation().state !== 'idle' || isLeaving} label={t('progress')} />
}
