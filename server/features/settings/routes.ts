import { getCompanyInfo, getInterests, getRegions, getSettings, type Settings } from '#contract/settings.ts'
import { HOUR, SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import { languageOf, type Routes } from '#server/platform/http/routes.ts'
import { manifestOf } from './manifest.ts'
import type { Site, Sites } from './service.ts'

export function settingsRoutes(
  { route, app }: Routes,
  { sites, config }: { sites: Sites; config: Pick<Config, 'mode'> },
) {
  const isDemo = config.mode === 'demo'
  route(getSettings, async ({ host, query }) => settingsReply(sites.askedFor({ host, domain: query.domain }), isDemo))

  route(getInterests, async ({ host }) => ({ interests: sites.of(host).settings.interests }))

  route(getRegions, async ({ host }) => ({ regions: sites.of(host).settings.region_data }))

  route(getCompanyInfo, async ({ host }) => ({ companyinfo: sites.of(host).company }))

  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    void reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', `public, max-age=${MANIFEST_MAX_AGE_S}`)
      .header('vary', 'accept-language, cookie')
    return manifestOf(sites.of(request.hostname.toLowerCase()), languageOf(request))
  })
}

const MANIFEST_MAX_AGE_S = HOUR / SECOND

const replies = new WeakMap<Site, { settings: Settings; isDemo: boolean }>()

/** Returns the same reply object as long as the site is unchanged, because a reply object is validated only once. */
function settingsReply(site: Site, isDemo: boolean) {
  const reply = replies.get(site) ?? { settings: site.settings, isDemo }
  replies.set(site, reply)
  return reply
}
