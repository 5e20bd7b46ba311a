import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { SelfieReview } from '#web/features/operator/verification/selfie-review.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

/** The selfies that wait (PRO-36), which the browser claims: rendering a page claims none. */
export default function VerificationsPage() {
  const t = useTranslations('operator-verification')
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <SelfieReview />
    </>
  )
}
