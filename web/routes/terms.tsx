import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { Article, ArticleSection } from '#web/features/pages/article.tsx'
import { termsDate } from '#web/features/pages/terms-date.ts'
import { useCompanyTexts } from '#web/features/pages/use-company-texts.ts'
import { companyQuery } from '#web/features/settings/queries.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import type { Route } from './+types/terms'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(companyQuery())
})
export const loader = load
export const clientLoader = load

const sections = ['operator', 'adults', 'profile', 'credits', 'conduct', 'end', 'law'] as const

export default function Terms() {
  const t = useTranslations('pages')
  const format = useFormatter()
  const values = { ...useCompanyTexts(), age: MINIMUM_AGE }
  const date = termsDate(useSuspenseQuery(companyQuery()).data.companyinfo.added)
  return (
    <Article title={t('terms.title')} note={t('updated', { date: format.dateTime(date, 'day') })}>
      <PageTitle title={t('terms.title')} />
      {sections.map((section) => (
        <ArticleSection key={section} title={t(`terms.${section}.title`, values)}>
          {t(`terms.${section}.text`, values)}
        </ArticleSection>
      ))}
    </Article>
  )
}
