import Crown from 'lucide-react/icons/crown'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/api/link.tsx'
import { creditsTone } from './credits-tone.ts'

/** Premium members see their credits, which lead to the repeated order, free members a button to premium (SHELL-5). */
export function CreditsLink({ user: { paid_user: isPremium, credits } }: { user: User }) {
  return isPremium ? <Balance credits={credits} /> : <PremiumOffer credits={credits} />
}

function Balance({ credits }: { credits: number }) {
  const t = useTranslations('shell.nav')
  const tone = creditsTone(credits)
  const label = t('creditsLeft', { count: credits })
  return (
    <Link
      to={href('/credits/:id/:paymentmethod?', { id: 'repeat-order' })}
      prefetch="intent"
      className={cx(linkVariants, 'hover:text-text')}
    >
      <CoinIcon />
      {tone ? (
        <>
          <span className="max-[22.5rem]:sr-only">{t('credits')}</span>
          <CountBadge count={credits} label={label} tone={tone} showsZero />
        </>
      ) : (
        <span className="whitespace-nowrap tabular-nums">
          <span className="max-[22.5rem]:sr-only">{label}</span>
          <span aria-hidden className="hidden max-[22.5rem]:inline">
            {credits}
          </span>
        </span>
      )}
    </Link>
  )
}

/** On a phone, whose menu is elsewhere, the number of credits too. */
function PremiumOffer({ credits }: { credits: number }) {
  const t = useTranslations('shell.nav')
  return (
    <>
      <Link to={href('/credits')} prefetch="intent" className={cx(linkVariants, 'max-sm:px-1 tabular-nums md:hidden')}>
        <CoinIcon />
        <span aria-hidden>{credits}</span>
        <span className="sr-only">{t('creditsLeft', { count: credits })}</span>
      </Link>
      <Button
        variant="gradient"
        size="sm"
        icon={<Crown aria-hidden className="max-sm:hidden" />}
        className="max-sm:gap-0 max-sm:px-3"
        render={<Link to={href('/premium')} prefetch="intent" />}
      >
        {t('premium')}
      </Button>
    </>
  )
}

const linkVariants =
  'flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold text-text-muted hover:bg-surface-muted'
