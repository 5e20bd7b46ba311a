import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** Reminds of a decision whose reasons the member has not seen yet (MOD-22). Loaded on demand. */
export function UnreadDecision() {
  const t = useTranslations('decisions')
  return (
    <Alert
      tone="warning"
      title={t('subjectTitle')}
      className="mb-6 max-md:p-3"
      actions={
        <Button variant="outline" size="sm" render={<Link to={href('/decisions')} />}>
          {t('open')}
        </Button>
      }
    />
  )
}
