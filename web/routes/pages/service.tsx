import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { Article, useCompanyTexts } from '#web/features/pages/article.tsx'
import { phoneUrl } from '#web/features/pages/phone-url.ts'
import { companyQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/service'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(companyQuery())
})
export const loader = load
export const clientLoader = load

export default function Service() {
  const t = useTranslations('pages.service')
  const { vat_numbers: vatNumbers, tradenames, ...info } = useSuspenseQuery(companyQuery()).data.companyinfo
  const phone = useSettings().support_phone || info.support_phone
  const { company, address, city, country, number, email } = useCompanyTexts()
  return (
    <Article title={t('title')}>
      <PageTitle title={t('title')} description={`${company}, ${city}, ${country}. ${t('lead')}`} path="/service" />
      <p>{t('lead')}</p>
      <dl className="grid gap-6 sm:grid-cols-[auto_1fr] sm:gap-x-10 [&>dd]:text-text-muted [&>dt]:font-semibold">
        <dt>{t('email')}</dt>
        <dd>
          <a href={`mailto:${email}`} className="text-accent-text underline">
            {email}
          </a>
        </dd>
        {phone && (
          <>
            <dt>{t('phone')}</dt>
            <dd>
              <a href={phoneUrl(phone)} className="text-accent-text underline">
                {phone}
              </a>
            </dd>
          </>
        )}
        <dt>{t('address')}</dt>
        <dd>
          {company}
          <br />
          {address}
          <br />
          {city}, {country}
        </dd>
        {tradenames.length > 0 && <dt>{t('tradenames')}</dt>}
        {tradenames.length > 0 && <dd>{tradenames.join(', ')}</dd>}
        <dt>{t('number')}</dt>
        <dd>{number}</dd>
        {vatNumbers.length > 0 && <dt>{t('vat')}</dt>}
        {vatNumbers.length > 0 && <dd>{vatNumbers.map((vat) => vat.number).join(', ')}</dd>}
      </dl>
      <p className="text-sm text-text-muted">
        {t.rich('places', {
          link: (chunks) => (
            <a href="https://www.geonames.org/" rel="noreferrer" className="text-accent-text underline">
              {chunks}
            </a>
          ),
        })}
      </p>
    </Article>
  )
}
