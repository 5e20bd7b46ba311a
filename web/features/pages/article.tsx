import type { ReactNode } from 'react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'

interface ArticleProps {
  title: string
  children: ReactNode
}

/** A page of text in one narrow column. */
export function Article({ title, children }: ArticleProps) {
  return (
    <article className="mx-auto max-w-prose py-4">
      <h1 className="bar-title text-3xl font-bold tracking-tight">{title}</h1>
      <div className="mt-8 space-y-8">{children}</div>
    </article>
  )
}

export function ArticleSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-lg font-bold">{title}</h2>
      <p className="mt-2 text-text-muted">{children}</p>
    </section>
  )
}

/** Values of the variables in legal texts: the site and the company behind it. */
export function useCompanyTexts() {
  const countryName = useCountryName()
  const settings = useSettings()
  const { companyinfo: company } = useSuspenseQuery(companyQuery()).data
  return {
    site: settings.name,
    company: company.name,
    address: company.address,
    city: company.city,
    country: countryName(company.country),
    number: company.kvk,
    email: settings.support_email,
  }
}
