import { Gem, LogIn } from 'lucide-react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { MemberProfile } from '#contract/profiles.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'

/** Says why there is no more to see, in the spec's words, and how it opens. */
export function PhotoLockCard({ member: { name, photoLock: lock } }: { member: MemberProfile }) {
  const t = useTranslations('profiles')
  if (lock === null) return null
  const way =
    lock === 'login'
      ? { text: t('lock.login', { name }), to: href('/login'), icon: <LogIn />, label: t('lock.loginLink') }
      : { text: t('lock.premium'), to: href('/premium'), icon: <Gem />, label: t('lock.premiumLink') }
  return (
    <Alert
      tone="special"
      actions={
        <Button size="sm" icon={way.icon} render={<Link to={way.to} prefetch="intent" />}>
          {way.label}
        </Button>
      }
    >
      {way.text}
    </Alert>
  )
}
