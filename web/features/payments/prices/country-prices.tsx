import { useSuspenseQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getPriceList } from '#contract/payments/calls.ts'
import { useLocale, useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { cx } from '#web/ui/cx.ts'
import { priceListQuery } from '#web/features/payments/queries.ts'
import { useVatRate } from './price-notes.tsx'

/** The prices of all countries of the site, with the least price of a message where there is one. */
export function CountryPrices() {
  const t = useTranslations('pricing.countries')
  const paymentsT = useTranslations('payments')
  const { country: own, prices } = useSuspenseQuery(priceListQuery()).data
  const nameOf = useCountryName()
  // By the language of the page: the server and the browser sort in languages of their own.
  const { compare } = new Intl.Collator(useLocale())
  const sorted = prices.toSorted((a, b) => compare(nameOf(a.country), nameOf(b.country)))
  return (
    // Folded: one's own prices are above, and the table is higher than all the rest of the page.
    <details className="group mx-auto mt-12 max-w-2xl open:max-w-none">
      <summary className="mb-1 flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <h2 id="country-prices" className="text-2xl font-bold">
          {t('title')}
        </h2>
        <ChevronDown
          aria-hidden
          className="ms-auto size-6 shrink-0 text-text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="mb-4 text-text-muted">{t('text', { country: nameOf(own) })}</p>
      {/* Scrolls sideways on a phone, which the keyboard must be able to do, too. */}
      <div
        role="region"
        aria-labelledby="country-prices"
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-surface-raised shadow-raised"
      >
        <table className="w-full min-w-2xl text-sm">
          <thead className="text-text-muted">
            <tr className="border-b border-line [&>th]:p-3 [&>th]:text-end [&>th]:font-semibold">
              <th scope="col" className="sticky start-0 bg-surface-raised text-start!">
                {t('country')}
              </th>
              {prices[0]?.bundles.map(({ id, credits }) => (
                <th key={id} scope="col">
                  {paymentsT('credits', { count: credits })}
                </th>
              ))}
              <th scope="col">{t('vat')}</th>
              <th scope="col">{t('minimum')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((each) => (
              <CountryRow key={each.country} prices={each} name={nameOf(each.country)} isOwn={each.country === own} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

interface RowProps {
  prices: ReplyOf<typeof getPriceList>['prices'][number]
  name: string
  /** The country of the visitor. */
  isOwn: boolean
}

function CountryRow({ prices: { vatPercent, minimumMessageMinor, bundles }, name, isOwn }: RowProps) {
  const t = useTranslations('pricing.countries')
  const money = useMoney()
  const vatRate = useVatRate()
  return (
    <tr
      className={cx(
        'border-b border-line tabular-nums last:border-0 [&>td]:p-3 [&>td]:text-end [&>td]:whitespace-nowrap',
        isOwn ? 'bg-accent-soft' : 'bg-surface-raised',
      )}
    >
      <th scope="row" className="sticky start-0 bg-inherit p-3 text-start font-semibold">
        {name}
      </th>
      {bundles.map((bundle) => (
        <td key={bundle.id}>{money(bundle)}</td>
      ))}
      <td>{t('percent', { percent: vatPercent, vatRate: vatRate(vatPercent) })}</td>
      <td>
        {minimumMessageMinor !== null &&
          money({ amountMinor: minimumMessageMinor, currency: bundles[0]?.currency ?? 'EUR' })}
      </td>
    </tr>
  )
}
