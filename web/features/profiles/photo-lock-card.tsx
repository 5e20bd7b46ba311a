import { Gem, LogIn } from 'lucide-react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { MemberProfile } from '#contract/profiles.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'

/** Explains why photos are locked (PRO-5) and links to what unlocks them. */
export function PhotoLockCard({ member: { name, photoLock: lock } }: { member: MemberProfile }) {
  const t = useTranslations('profiles')
  if (lock === null) return null
  const hint =
    lock === 'login'
      ? { text: t('lock.login', { name }), to: href('/login'), icon: <LogIn />, label: t('lock.loginLink') }
      : { text: t('lock.premium'), to: href('/premium'), icon: <Gem />, label: t('lock.premiumLink') }
  return (
    <Alert
      tone="special"
      actions={
        <Button size="sm" icon={hint.icon} render={<Link to={hint.to} prefetch="intent" />}>
          {hint.label}
        </Button>
      }
    >
      {hint.text}
    </Alert>
  )
}
