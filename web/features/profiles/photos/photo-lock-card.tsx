import Gem from 'lucide-react/icons/gem'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { EntryLinks } from '#web/features/profiles/visits/visitor-actions.tsx'

/** Explains why photos are locked (PRO-5), names what would be unlocked, and links to it. */
export function PhotoLockCard({ member: { name, photoLock: lock } }: { member: MemberProfile }) {
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  if (lock === null) return null
  if (lock === 'login') {
    return (
      <Alert tone="special" actions={<EntryLinks size="sm" />}>
        {t('lock.login', { name })}
      </Alert>
    )
  }
  return (
    <Alert tone="special" title={memberT('morePhotos', { name })} actions={<PremiumLink />}>
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
