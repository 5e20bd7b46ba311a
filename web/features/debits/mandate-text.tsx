import { useTranslations } from '#web/i18n/intl.tsx'
import type { Creditor } from '#contract/debits.ts'

/** The mandate in the words of the SEPA rulebook, and who collects (PAY-12). */
export function MandateText({ creditor }: { creditor: Creditor }) {
  const t = useTranslations('debits.mandate')
  const { name, address, city, country, id } = creditor
  const rows = [
    [t('creditor'), `${name}, ${address}, ${city} (${country})`],
    [t('creditorId'), id],
    [t('type'), t('oneOff')],
  ]
  return (
    <section aria-labelledby="mandate" className="rounded-md border border-line p-4">
      <h2 id="mandate" className="mb-2 font-semibold">
        {t('title')}
      </h2>
      <p className="text-sm">{t('text', { creditor: name })}</p>
      <dl className="mt-3 text-sm">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4 py-1">
            <dt className="text-text-muted">{term}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
