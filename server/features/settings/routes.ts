import { getCompanyInfo, getInterests, getRegions, getSettings, type Settings } from '#contract/settings.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import type { Site, Sites } from './service.ts'

export function settingsRoutes({ route }: Routes, { sites }: { sites: Sites }) {
  route(getSettings, async ({ host, query }) => settingsReply(sites.askedFor({ host, domain: query.domain })))

  route(getInterests, async ({ host }) => ({ interests: sites.of(host).settings.interests }))

  route(getRegions, async ({ host }) => ({ regions: sites.of(host).settings.region_data }))

  route(getCompanyInfo, async ({ host }) => ({ companyinfo: sites.of(host).company }))
}

const replies = new WeakMap<Site, { settings: Settings }>()

/** Returns the same reply object as long as the site is unchanged, because a reply object is validated only once. */
function settingsReply(site: Site) {
  const reply = replies.get(site) ?? { settings: site.settings }
  replies.set(site, reply)
  return reply
}
