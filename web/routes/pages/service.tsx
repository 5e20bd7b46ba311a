import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { Article, useCompanyTexts } from '#web/features/pages/article.tsx'
import { phoneUrl } from '#web/features/pages/phone-url.ts'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
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
  const footer = useTranslations('shell.footer')
  const { vat_numbers: vatNumbers, tradenames, ...info } = useSuspenseQuery(companyQuery()).data.companyinfo
  const phone = useSettings().support_phone || info.support_phone
  const { company, address, city, country, number, email } = useCompanyTexts()
  return (
    <Article title={t('title')}>
      <PageTitle title={t('title')} description={`${company}, ${city}, ${country}. ${t('lead')}`} path="/service" />
      <p>{t('lead')}</p>
      <Rows>
        {helpPages.map((name) => (
          <RowLink key={name} to={href(`/${name}`)} label={footer(name)} />
        ))}
      </Rows>
      <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-[auto_1fr]">
        <Detail label={t('email')}>
          <a href={`mailto:${email}`} className="text-accent-text underline">
            {email}
          </a>
        </Detail>
        {phone && (
          <Detail label={t('phone')}>
            <a href={phoneUrl(phone)} className="text-accent-text underline">
              {phone}
            </a>
          </Detail>
        )}
        <Detail label={t('address')}>
          {company}
          <br />
          {address}
          <br />
          {city}, {country}
        </Detail>
        {tradenames.length > 0 && <Detail label={t('tradenames')}>{tradenames.join(', ')}</Detail>}
        <Detail label={t('number')}>{number}</Detail>
        {vatNumbers.length > 0 && <Detail label={t('vat')}>{vatNumbers.map((vat) => vat.number).join(', ')}</Detail>}
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

/** What answers a question sooner than a mail. */
const helpPages = ['faq', 'safety-tips', 'complaints'] as const

/** A label and its value: on a phone one below the other, else in two columns. */
function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="font-semibold">{label}</dt>
      <dd className="text-text-muted max-sm:mt-1">{children}</dd>
    </div>
  )
}
