import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { StaticPage, usePageText } from '#web/features/pages/static-page.tsx'
import { termsDate } from '#web/features/pages/terms-date.ts'
import { companyQuery } from '#web/features/settings/list-queries.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { loadingPage, sharedPage } from './static-pages.ts'

const load = loadingPage('terms', ({ query }) => query(companyQuery()))
export const loader = load
export const clientLoader = load
export const handle = sharedPage

export default function Terms() {
  const t = useTranslations('pages')
  const format = useFormatter()
  const text = usePageText('terms')
  const date = termsDate(useSuspenseQuery(companyQuery()).data.companyinfo.added)
  return (
    <>
      <PageTitle title={text?.title ?? ''} description={text?.description} path="/terms" />
      <StaticPage text={text} note={t('updated', { date: format.dateTime(date, 'day') })} />
    </>
  )
}
