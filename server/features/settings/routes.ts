import { getCompanyInfo, getInterests, getRegions, getSettings } from '#contract/settings.ts'
import type { Routes } from '#server/platform/http.ts'
import { closeSites, siteAskedFor, siteOf } from './service.ts'

export function settingsRoutes({ route, app }: Routes) {
  route(getSettings, async ({ host, query }) => ({ settings: siteAskedFor({ host, domain: query.domain }).settings }))

  route(getInterests, async ({ host }) => ({ interests: siteOf(host).settings.interests }))

  route(getRegions, async ({ host }) => ({ regions: siteOf(host).settings.region_data }))

  route(getCompanyInfo, async ({ host }) => ({ companyinfo: siteOf(host).company }))

  app.addHook('onClose', async () => closeSites())
}
