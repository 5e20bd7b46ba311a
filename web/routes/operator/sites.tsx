import { ApiError } from '#web/api/api-error.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { FictionalEditor } from '#web/features/operator/fictional/fictional-editor.tsx'
import { FictionalList } from '#web/features/operator/fictional/fictional-list.tsx'
import { fictionalListQuery, fictionalQuery } from '#web/features/operator/fictional/queries.ts'
import { CompanyEditor, NewCompany } from '#web/features/operator/site/company-editor.tsx'
import { LanderEditor } from '#web/features/operator/site/lander-editor.tsx'
import { LanderList } from '#web/features/operator/site/lander-list.tsx'
import { PageEditor } from '#web/features/operator/site/page-editor.tsx'
import * as queries from '#web/features/operator/site/queries.ts'
import { SiteEditor } from '#web/features/operator/site/site-editor.tsx'
import { SiteList } from '#web/features/operator/site/site-list.tsx'
import { subjectOf } from '#web/features/operator/site/site-path.ts'
import { PLACE_PARAMETER } from '#web/features/operator/ui/list-pages.tsx'
import type { Route } from './+types/sites'

const load = loading(async ({ query, params, request }: Loading<Route.LoaderArgs>) => {
  const rest = params['*']
  const subject = subjectOf(rest)
  if (subject === undefined) throw new ApiError(404, { code: 'request.not_found' })
  if (subject === null) return void (await Promise.all([query(queries.sitesQuery()), query(queries.pagesQuery())]))
  if (subject.kind === 'new-company') return
  if (subject.kind === 'landers') {
    const before = new URL(request.url).searchParams.get(PLACE_PARAMETER)
    return void (await Promise.all([query(queries.landersQuery(before)), query(queries.sitesQuery())]))
  }
  if (subject.kind === 'fictional' && subject.profileId === null) {
    const before = new URL(request.url).searchParams.get(PLACE_PARAMETER)
    const [{ sites }] = await Promise.all([query(queries.sitesQuery()), query(fictionalListQuery(before))])
    // The form of a new one starts with the first site.
    return void (sites[0] && (await query(queries.siteQuery(sites[0].siteId))))
  }
  const history = query(queries.historyQuery(rest))
  if (subject.kind === 'fictional' && subject.profileId !== null) {
    const { siteId } = await query(fictionalQuery(subject.profileId))
    await query(queries.siteQuery(siteId))
  }
  if (subject.kind === 'site') await Promise.all([query(queries.siteQuery(subject.id)), query(queries.sitesQuery())])
  if (subject.kind === 'company') await query(queries.companyQuery(subject.id))
  if (subject.kind === 'lander')
    await Promise.all([query(queries.landerQuery(subject.key)), query(queries.sitesQuery())])
  if (subject.kind === 'page') await query(queries.pageQuery(whichOf(subject)))
  await history
})
export const loader = load
export const clientLoader = load

/** Sites, companies, texts, fictional profiles, or one of them, named by the path. */
export default function SitesPage({ params }: Route.ComponentProps) {
  const subject = subjectOf(params['*'])
  if (!subject) return <SiteList />
  if (subject.kind === 'site') return <SiteEditor siteId={subject.id} />
  if (subject.kind === 'company') return <CompanyEditor companyId={subject.id} />
  if (subject.kind === 'new-company') return <NewCompany />
  if (subject.kind === 'landers') return <LanderList />
  if (subject.kind === 'lander') return <LanderEditor key={params['*']} landerKey={subject.key} />
  if (subject.kind === 'fictional')
    return subject.profileId === null ? (
      <FictionalList />
    ) : (
      <FictionalEditor key={subject.profileId} profileId={subject.profileId} />
    )
  return <PageEditor {...whichOf(subject)} />
}

function whichOf({ page, language }: Extract<NonNullable<ReturnType<typeof subjectOf>>, { kind: 'page' }>) {
  return { page, language }
}
