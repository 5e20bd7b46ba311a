import { PhotoReview } from '#web/features/operator/photos/photo-review.tsx'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

/** The photos that wait for review (PRO-30), which the browser claims: rendering a page claims none. */
export default function PhotosPage() {
  const t = useTranslations('operator-photos')
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <PhotoReview />
    </>
  )
}
