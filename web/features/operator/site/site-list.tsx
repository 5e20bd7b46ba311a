import { languageNames } from '#contract/languages.ts'
import type { listPageTexts, listSites } from '#contract/operator/site/calls.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { Link } from '#web/api/link.tsx'
import { useLoaded } from '#web/api/use-cached.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { NewSiteForm } from './new-site-form.tsx'
import { pagesQuery, sitesQuery } from './queries.ts'
import { fictionalListPath, landersPath, newCompanyPath, sitePath } from './site-path.ts'

type Site = ReplyOf<typeof listSites>['sites'][number]
type Company = ReplyOf<typeof listSites>['companies'][number]
type Page = ReplyOf<typeof listPageTexts>['pages'][number]

const siteColumns = {
  domain: ({ domain }) => domain,
  name: ({ name }) => name,
  state: ({ isDefault }) => isDefault && <DefaultBadge />,
} satisfies Columns<Site>
const companyColumns = { company: ({ name }) => name } satisfies Columns<Company>
const pageColumns = {
  pageName: ({ title }) => title,
  language: ({ language }) => languageNames[language],
  state: ({ isOwn }) => isOwn && <OwnBadge />,
} satisfies Columns<Page>

/** Sites, companies and texts of pages. */
export function SiteList() {
  const t = useTranslations('operator-site')
  const { sites, companies } = useLoaded(sitesQuery())
  const { pages } = useLoaded(pagesQuery())
  const may = useMay()
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <h2 className="text-lg font-bold">{t('sites')}</h2>
      <DataList
        label={t('sites')}
        columns={siteColumns}
        heading={(name) => t(name)}
        rows={sites}
        rowId={({ siteId }) => String(siteId)}
        rowPath={({ siteId }) => sitePath('site', siteId)}
        empty={null}
      />
      {may('site.manage') && <NewSiteForm />}
      <p>
        <Link to={landersPath} className="target font-semibold text-accent-text underline">
          {t('landers')}
        </Link>
      </p>
      {may('fictional.see') && (
        <p>
          <Link to={fictionalListPath} className="target font-semibold text-accent-text underline">
            {t('fictional')}
          </Link>
        </p>
      )}
      <h2 className="text-lg font-bold">{t('companies')}</h2>
      <DataList
        label={t('companies')}
        columns={companyColumns}
        heading={(name) => t(name)}
        rows={companies}
        rowId={({ companyId }) => String(companyId)}
        rowPath={({ companyId }) => sitePath('company', companyId)}
        empty={null}
      />
      {may('site.manage') && (
        <p>
          <Link to={newCompanyPath} className="target font-semibold text-accent-text underline">
            {t('newCompany')}
          </Link>
        </p>
      )}
      <h2 className="text-lg font-bold">{t('pages')}</h2>
      <DataList
        label={t('pages')}
        columns={pageColumns}
        heading={(name) => t(name)}
        rows={pages}
        rowId={({ page, language }) => `${page}/${language}`}
        rowPath={({ page, language }) => sitePath('page', page, language)}
        empty={null}
      />
    </>
  )
}

function DefaultBadge() {
  const t = useTranslations('operator-site')
  return <Badge>{t('default')}</Badge>
}

function OwnBadge() {
  const t = useTranslations('operator-site')
  return <Badge>{t('own')}</Badge>
}
