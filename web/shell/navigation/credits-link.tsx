import { Crown } from 'lucide-react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/accounts.ts'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { cx } from '#web/ui/cx.ts'
import { creditsTone } from './credits-tone.ts'

/** Premium members see their credits, free members a button to premium, which on a phone is their credits too. */
export function CreditsLink({ user: { paid_user: isPremium, credits } }: { user: User }) {
  return isPremium ? <Balance credits={credits} /> : <PremiumOffer credits={credits} />
}

function Balance({ credits }: { credits: number }) {
  const t = useTranslations('shell.nav')
  const tone = creditsTone(credits)
  const label = t('creditsLeft', { count: credits })
  return (
    <Link to={href('/credits')} prefetch="intent" className={cx(linkVariants, 'hover:text-text')}>
      <CoinIcon />
      {tone ? (
        <>
          {t('credits')}
          <CountBadge count={credits} label={label} tone={tone} showsZero />
        </>
      ) : (
        <span className="tabular-nums">{label}</span>
      )}
    </Link>
  )
}

function PremiumOffer({ credits }: { credits: number }) {
  const t = useTranslations('shell.nav')
  return (
    <>
      <Link to={href('/credits')} prefetch="intent" className={cx(linkVariants, 'tabular-nums md:hidden')}>
        <CoinIcon />
        {t('creditsLeft', { count: credits })}
      </Link>
      <span className="max-md:hidden">
        <Button
          variant="gradient"
          size="sm"
          icon={<Crown aria-hidden />}
          render={<Link to={href('/premium')} prefetch="intent" />}
        >
          {t('premium')}
        </Button>
      </span>
    </>
  )
}

const linkVariants =
  'flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold text-text-muted hover:bg-surface-muted'
