import { getCompanyInfo, getInterests, getRegions, getSettings, type Settings } from '#contract/settings.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { closeSites, siteAskedFor, siteOf, type Site } from './service.ts'

export function settingsRoutes({ route, app }: Routes) {
  route(getSettings, async ({ host, query }) => settingsReply(siteAskedFor({ host, domain: query.domain })))

  route(getInterests, async ({ host }) => ({ interests: siteOf(host).settings.interests }))

  route(getRegions, async ({ host }) => ({ regions: siteOf(host).settings.region_data }))

  route(getCompanyInfo, async ({ host }) => ({ companyinfo: siteOf(host).company }))

  app.addHook('onClose', async () => closeSites())
}

const replies = new WeakMap<Site, { settings: Settings }>()

/** Every page asks for this and a site changes rarely, so the same object is handed out again: it is parsed once. */
function settingsReply(site: Site) {
  const reply = replies.get(site) ?? { settings: site.settings }
  replies.set(site, reply)
  return reply
}
