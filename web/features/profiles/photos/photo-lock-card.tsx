import Gem from 'lucide-react/icons/gem'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'

/**
 * Names what premium would unlock (PRO-5). What opens photos for money is offered where one of them was
 * opened, not on a profile.
 */
export function PhotoLockCard({ member: { name, photoLock } }: { member: Pick<MemberProfile, 'name' | 'photoLock'> }) {
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  if (photoLock !== 'premium') return null
  return (
    <Alert tone="special" title={memberT('morePhotos', { name })}>
      {t('lock.premium')}
    </Alert>
  )
}

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
