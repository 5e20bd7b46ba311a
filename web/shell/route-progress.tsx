import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'

/** Shows the progress bar while the next page is loading. */
export function RouteProgress() {
  const t = useTranslations('shell')
  return <ProgressBar isWaiting={useNavigation().state !== 'idle'} label={t('progress')} />
}
