import type { z } from 'zod'
import { CITIES_RATE, GEOCODE_CACHE_MS, GEOCODE_RATE } from '#contract/limits.ts'
import { getCities, getGeocode, getRegions } from '#contract/places.ts'
import { getCompanyInfo, getInterests, getSettings } from '#contract/settings.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import { languageOf } from '#server/platform/http/request-language.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { findCities, nearestCity } from './cities.ts'
import { manifestOf } from './manifest.ts'
import type { Site, Sites } from './service.ts'
import { siteUrl } from './views.ts'
import { trafficSourceOf } from './traffic-source.ts'

export function settingsRoutes(
  { route, app }: Routes,
  { sites, config }: { sites: Sites; config: Pick<Config, 'mode' | 'publicUrl'> },
) {
  const isDemo = config.mode === 'demo'
  route(getSettings, async ({ host, query, request }) => {
    const site = sites.askedFor({ host, domain: query.domain })
    const hasTrafficSource = trafficSourceOf(request, site.settings) !== null
    return settingsReply(site, { isDemo, hasTrafficSource, url: siteUrl({ config }, site) })
  })

  route(getInterests, async ({ host }) => ({ interests: sites.of(host).settings.interests }), { cache })

  route(getRegions, async ({ host }) => ({ regions: sites.of(host).settings.region_data }), { cache })

  route(getCompanyInfo, async ({ host }) => ({ companyinfo: sites.of(host).company }), { cache })

  route(getCities, async ({ query }) => ({ cities: await findCities(query) }), {
    rateLimit: CITIES_RATE,
    cache: { scope: 'public', maxAgeS: DAY / SECOND },
  })

  route(
    getGeocode,
    async ({ host, query }) => ({
      geocode: await nearestCity({ ...query, countries: sites.of(host).settings.countries }),
    }),
    { rateLimit: GEOCODE_RATE, cache: { scope: 'private', maxAgeS: GEOCODE_CACHE_MS / SECOND } },
  )

  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    void reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', `public, max-age=${MANIFEST_MAX_AGE_S}`)
      .header('vary', 'accept-language, cookie')
    return manifestOf(sites.of(request.hostname.toLowerCase()), languageOf(request))
  })
}

/** Lists of the site, which browsers ask for once; a changed one arrives after this time at the latest. */
const cache = { scope: 'public', maxAgeS: (10 * MINUTE) / SECOND } as const

const MANIFEST_MAX_AGE_S = HOUR / SECOND

type SettingsReply = z.output<(typeof getSettings)['reply']>

/** By site, one reply for visitors of a campaign and one for the others. */
const replies = new WeakMap<Site, SettingsReply[]>()

/** Returns the same reply object as long as the site is unchanged, because a reply object is validated only once. */
function settingsReply(site: Site, flags: Omit<SettingsReply, 'settings'>) {
  const known = replies.get(site) ?? []
  replies.set(site, known)
  const reply = known.find((each) => each.hasTrafficSource === flags.hasTrafficSource)
  if (reply) return reply
  const created = { settings: site.settings, ...flags }
  known.push(created)
  return created
}
