import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { gifts } from '#contract/chat/gifts.ts'
import type { Bundle } from '#contract/payments/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { moneyRange } from '#web/features/payments/spending-limit/money-range.ts'

/** What costs how many credits, and what that is in money, from the largest bundle to the smallest. */
export function CostTable({ bundles }: { bundles: readonly Bundle[] }) {
  const t = useTranslations('pricing.costs')
  const settings = useSettings()
  const factors = Object.values(gifts)
  const text = settings.message_credits
  const match = settings.match_message_credits ?? text
  const rows = [
    { name: t('text'), from: text, to: text },
    ...(match === text ? [] : [{ name: t('match'), from: match, to: match }]),
    { name: t('photo'), from: settings.photo_credits, to: settings.photo_credits },
    {
      name: t('gift'),
      from: settings.gift_credits * Math.min(...factors),
      to: settings.gift_credits * Math.max(...factors),
    },
    { name: t('unlock'), note: t('unlockNote'), from: settings.photo_credits, to: settings.photo_credits },
  ]
  return (
    <div className="overflow-hidden rounded-lg bg-surface-raised shadow-raised">
      <table className="w-full text-start wrap-anywhere hyphens-auto max-sm:text-sm">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="text-sm text-text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-2 py-3 text-start font-semibold sm:px-5">
              {t('what')}
            </th>
            <th scope="col" className="px-2 py-3 text-end font-semibold sm:px-5">
              {t('credits')}
            </th>
            <th scope="col" className="px-2 py-3 text-end font-semibold sm:px-5">
              {t('money')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CostRow key={row.name} {...row} bundles={bundles} />
          ))}
          <tr>
            <th scope="row" className="px-2 py-3 text-start font-semibold sm:px-5">
              {t('free')}
            </th>
            <td colSpan={2} className="px-2 py-3 text-end font-semibold text-success-text sm:px-5">
              {t('nothing')}
            </td>
          </tr>
        </tbody>
      </table>
      <p className="border-t border-line p-3 text-sm text-text-muted sm:px-5">
        {t.rich('start', {
          count: settings.signup_credits,
          link: (chunks) => (
            <Link to={href('/faq')} className="font-semibold text-accent-text underline">
              {chunks}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}

interface RowProps {
  name: string
  note?: string
  /** In credits. */
  from: number
  to: number
  bundles: readonly Bundle[]
}

function CostRow({ name, note, from, to, bundles }: RowProps) {
  const t = useTranslations('pricing.costs')
  const money = useMoney()
  const range = moneyRange(bundles, { from, to })
  return (
    <tr className="border-b border-line align-baseline">
      <th scope="row" className="px-2 py-3 text-start font-semibold sm:px-5">
        {name}
        {note && <span className="block text-sm font-normal text-text-muted">{note}</span>}
      </th>
      <td className="px-2 py-3 text-end whitespace-nowrap tabular-nums sm:px-5">
        {to === 0 ? (
          t('nothing')
        ) : (
          <span className="inline-flex items-baseline gap-1.5">
            <CoinIcon className="size-4 self-center" /> {from === to ? from : t('range', { from, to })}
          </span>
        )}
      </td>
      <td className="px-2 py-3 text-end text-text-muted tabular-nums max-sm:w-24 sm:px-5">
        {range && to > 0 && t('range', { from: money(range.from), to: money(range.to) })}
      </td>
    </tr>
  )
}
