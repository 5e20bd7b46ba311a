import Gem from 'lucide-react/icons/gem'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { EntryLinks } from '#web/features/profiles/visits/visitor-actions.tsx'

interface Props {
  member: MemberProfile
  /** Without the links (PRO-38). */
  isPreview?: boolean
}

/**
 * Explains why photos are locked (PRO-5) and names what would be unlocked. What opens them for money is
 * offered where one of them was opened, not on a profile.
 */
export function PhotoLockCard({ member: { name, photoLock: lock }, isPreview = false }: Props) {
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  if (lock === null) return null
  if (lock === 'login') {
    return (
      <Alert tone="special" actions={!isPreview && <EntryLinks size="sm" />}>
        {t('lock.login', { name })}
      </Alert>
    )
  }
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
