import { getCompanyInfo, getInterests, getRegions, getSettings, type Settings } from '#contract/settings.ts'
import { languageOf, type Routes } from '#server/platform/http/routes.ts'
import { manifestOf } from './manifest.ts'
import { HOUR, SECOND } from '#contract/time.ts'
import { closeSites, siteAskedFor, siteOf, type Site } from './service.ts'

export function settingsRoutes({ route, app }: Routes) {
  route(getSettings, async ({ host, query }) => settingsReply(siteAskedFor({ host, domain: query.domain })))

  route(getInterests, async ({ host }) => ({ interests: siteOf(host).settings.interests }))

  route(getRegions, async ({ host }) => ({ regions: siteOf(host).settings.region_data }))

  route(getCompanyInfo, async ({ host }) => ({ companyinfo: siteOf(host).company }))

  app.addHook('onClose', async () => closeSites())

  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    void reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', `public, max-age=${MANIFEST_MAX_AGE_S}`)
      .header('vary', 'accept-language, cookie')
    return manifestOf(siteOf(request.hostname.toLowerCase()), languageOf(request))
  })
}

const MANIFEST_MAX_AGE_S = HOUR / SECOND

const replies = new WeakMap<Site, { settings: Settings }>()

/** Every page asks for this and a site changes rarely, so the same object is handed out again: it is parsed once. */
function settingsReply(site: Site) {
  const reply = replies.get(site) ?? { settings: site.settings }
  replies.set(site, reply)
  return reply
}
