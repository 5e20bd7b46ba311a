import * as contract from '#contract/operator/site/calls.ts'
import * as schemas from '#contract/operator/site/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { listPageTexts, previewPageText, readPageText } from '#server/features/pages/edit-page-text.ts'
import { listCompanies, listSites, readCompany, readSite } from '#server/features/settings/edit-site.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as site from './site.ts'

/** Sites, companies, texts of pages, and their history. */
export function siteRoutes({ route }: Routes, context: AppContext) {
  const { db, sites } = context

  route(contract.listSites, schemas.listSites, async () => {
    const [all, companies] = [await listSites(db), await listCompanies(db)]
    return { sites: all.map(({ settings: { name }, ...each }) => ({ ...each, name })), companies }
  })

  route(contract.createSite, schemas.createSite, async ({ operator, body }) =>
    site.createSite(context, { by: operator, ...body }),
  )

  route(contract.getSite, schemas.getSite, async ({ params }) => readSite(db, params.siteId))

  route(contract.changeSite, schemas.changeSite, async ({ operator, params, body }) =>
    site.changeSite(context, { by: operator, ...params, ...body }),
  )

  route(contract.changeSettings, schemas.changeSettings, async ({ operator, params, body }) => {
    const { expectedVersion, ...settings } = body
    return site.changeSettings(context, { by: operator, ...params, expectedVersion, settings })
  })

  route(contract.createCompany, schemas.createCompany, async ({ operator, body }) =>
    site.createCompany(context, { by: operator, company: body }),
  )

  route(contract.getCompany, schemas.getCompany, async ({ params }) => readCompany(db, params.companyId))

  route(contract.changeCompany, schemas.changeCompany, async ({ operator, params, body }) => {
    const { expectedVersion, ...company } = body
    return site.changeCompany(context, { by: operator, ...params, expectedVersion, company })
  })

  route(contract.listPageTexts, schemas.listPageTexts, async () => ({ pages: await listPageTexts(context) }))

  route(contract.getPageText, schemas.getPageText, async ({ params }) => readPageText(context, params))

  route(contract.changePageText, schemas.changePageText, async ({ operator, params, body }) =>
    site.changePageText(context, { by: operator, ...params, ...body }),
  )

  route(contract.previewPageText, schemas.previewPageText, async ({ host, body }) =>
    previewPageText(context, { ...body, site: sites.of(host) }),
  )

  route(contract.listHistory, schemas.listHistory, async ({ query }) => site.listHistory(context, query))

  route(contract.restoreVersion, schemas.restoreVersion, async ({ operator, body }) =>
    site.restoreVersion(context, { by: operator, ...body }),
  )
}
