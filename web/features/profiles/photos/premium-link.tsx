import Gem from 'lucide-react/icons/gem'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'

/** Leads to what opens locked photos, where one of them was opened or the member's own do not fit. */
export function PremiumLink({ variant = 'primary' }: { variant?: 'primary' | 'outline' }) {
  const t = useTranslations('profiles')
  return (
    <Button
      size="sm"
      variant={variant}
      icon={<Gem aria-hidden />}
      render={<Link to={href('/premium')} prefetch="intent" />}
    >
      {t('lock.premiumLink')}
    </Button>
  )
}
