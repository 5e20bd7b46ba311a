import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { href, Link } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { newVisitorsQuery } from './visitor-queries.ts'

/** Link to 'who viewed me', with the true number of new visitors. */
export function VisitorsLink() {
  const t = useTranslations('visitors')
  const count = useQuery(newVisitorsQuery()).data?.count ?? 0
  return (
    <Button
      size="sm"
      variant="outline"
      icon={<Eye aria-hidden />}
      render={<Link to={href('/profile/visitors')} prefetch="intent" />}
    >
      {t('link')}
      {count > 0 && (
        <span className="ms-2 inline-flex">
          <CountBadge count={count} />
          <span className="sr-only">{t('newCount', { count })}</span>
        </span>
      )}
    </Button>
  )
}
