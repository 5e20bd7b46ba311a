import { LRUCache } from 'lru-cache'
import type { ReplyOf } from '#contract/endpoint.ts'
import { CITIES_RATE, GEOCODE_CACHE_MS, GEOCODE_RATE } from '#contract/limits.ts'
import {
  getCities,
  getCompanyInfo,
  getGeocode,
  getInterests,
  getRegions,
  getSettings,
} from '#contract/settings/calls.ts'
import { brandTheme } from '#contract/settings/brand-colours.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import * as schemas from '#contract/settings/schemas.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import { languageOf } from '#server/platform/http/visitor/request-language.ts'
import type { Log } from '#server/platform/log.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { findCities, nearestCity } from './cities.ts'
import { iconRoutes } from './icons.ts'
import { manifestOf } from './manifest.ts'
import type { Site, Sites } from './service.ts'
import { siteUrl } from './views.ts'
import { isCampaign, readSource, trafficSourceOf } from './traffic-source.ts'

export function settingsRoutes(
  { route, app }: Routes,
  { sites, config, log }: { sites: Sites; config: Pick<Config, 'mode' | 'publicUrl'>; log: Log },
) {
  const isDemo = config.mode === 'demo'
  route(getSettings, schemas.getSettings, async ({ host, query, request, visitor }) => {
    const site = sites.askedFor({ host, domain: query.domain })
    const hasTrafficSource = isCampaign(site.settings, readSource(query) ?? trafficSourceOf(request))
    const { geoip_country, geoip_selected_country } = visitor()
    const countries = { geoip_country, geoip_selected_country }
    return settingsReply(site, {
      countries,
      flags: { isDemo, hasTrafficSource, url: siteUrl({ config }, site) },
    })
  })

  route(getInterests, schemas.getInterests, async ({ host }) => ({ interests: sites.of(host).settings.interests }), {
    cache,
  })

  route(getRegions, schemas.getRegions, async ({ host }) => ({ regions: sites.of(host).settings.region_data }), {
    cache,
  })

  route(getCompanyInfo, schemas.getCompanyInfo, async ({ host }) => ({ companyinfo: sites.of(host).company }), {
    cache,
  })

  route(getCities, schemas.getCities, async ({ query }) => ({ cities: await findCities(query) }), {
    rateLimit: CITIES_RATE,
    cache: { scope: 'public', maxAgeS: DAY / SECOND },
  })

  route(
    getGeocode,
    schemas.getGeocode,
    async ({ host, query }) => ({
      geocode: await nearestCity({ ...query, countries: sites.of(host).settings.countries }),
    }),
    { rateLimit: GEOCODE_RATE, cache: { scope: 'private', maxAgeS: GEOCODE_CACHE_MS / SECOND } },
  )

  iconRoutes(app, { sites, log })
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

type SettingsReply = ReplyOf<typeof getSettings>

/** Replies of a site that are kept: more than the countries of its visitors, fewer than one could ask for. */
const REPLIES_MAX = 100

/** By site, the replies by country of the visitor and whether a campaign brought them. */
const replies = new WeakMap<Site, LRUCache<string, SettingsReply>>()

/** Returns the same object as long as the site is unchanged, because an object is validated only once. */
function settingsReply(
  site: Site,
  {
    countries,
    flags,
  }: {
    countries: Pick<Settings, 'geoip_country' | 'geoip_selected_country'>
    flags: Omit<SettingsReply, 'settings' | 'theme'>
  },
) {
  const cachedReplies = replies.get(site) ?? new LRUCache({ max: REPLIES_MAX })
  replies.set(site, cachedReplies)
  const kind = [countries.geoip_country, countries.geoip_selected_country, flags.hasTrafficSource].join()
  const reply = cachedReplies.get(kind) ?? {
    settings: { ...site.settings, ...countries },
    theme: brandTheme(site.settings),
    ...flags,
  }
  cachedReplies.set(kind, reply)
  return reply
}
