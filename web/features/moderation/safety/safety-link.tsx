import ShieldCheck from 'lucide-react/icons/shield-check'
import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

/** Leads to what a member can do for their safety (MOD-33). */
export function SafetyLink() {
  const t = useTranslations('moderation')
  return (
    <IconButton label={t('safety')} render={<Link to={href('/notifications/safety')} prefetch="intent" />}>
      <ShieldCheck />
    </IconButton>
  )
}
