import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRAFFIC_SOURCE_MS } from '#contract/limits.ts'
import { mayVisitorsBrowse } from '#contract/settings/site-rules.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { TrafficSource } from '#contract/settings/value-schemas.ts'
import { SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import type { Sites } from './service.ts'

const COOKIE = 'traffic_source'
const fields = Object.keys(TrafficSource.shape) as (keyof TrafficSource)[]

/** Sources of requests whose own link names one: the cookie reaches the server with the next request only. */
const named = new WeakMap<FastifyRequest, TrafficSource>()

/**
 * Stores the traffic data of a page's link in a first-party cookie. The last link counts, but one without a
 * known network does not end the campaign of a known one (LAND-2). For pages only: no call can set it.
 */
export function rememberTrafficSource(
  { config, sites }: { config: Pick<Config, 'publicUrl'>; sites: Pick<Sites, 'of'> },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const source = readSource(request.query)
  if (!source) return
  const { settings } = sites.of(request.hostname.toLowerCase())
  if (!isCampaign(settings, source) && isCampaign(settings, trafficSourceOf(request))) return
  named.set(request, source)
  void reply.setCookie(COOKIE, cookieValue(source), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: TRAFFIC_SOURCE_MS / SECOND,
  })
}

/** Returns the traffic data of the visitor of a request, of whatever network; null if there is none. */
export function trafficSourceOf(request: FastifyRequest): TrafficSource | null {
  // Both the cookie and the link can be written by anyone, so both are read with the same care.
  const cookie = request.cookies[COOKIE]
  return named.get(request) ?? (cookie ? readSource(Object.fromEntries(new URLSearchParams(cookie))) : null)
}

/** Returns whether a visitor came by a campaign of a network that the site names (LAND-2). */
export function isCampaign({ traffic_sources }: Pick<Settings, 'traffic_sources'>, source: TrafficSource | null) {
  return source?.network !== undefined && traffic_sources.includes(source.network)
}

/** Returns cookies of some visitor of a campaign, for pages that are rendered for all of them together. */
export function trafficCookies({ traffic_sources: [network] }: Pick<Settings, 'traffic_sources'>) {
  return network === undefined ? {} : { [COOKIE]: cookieValue({ network }) }
}

/** Returns the settings with `logged_out_search` for this visitor: a campaign opens it (PRO-10, SEARCH-6). */
export function settingsForVisitor(request: FastifyRequest, settings: Settings): Settings {
  const hasTrafficSource = isCampaign(settings, trafficSourceOf(request))
  return mayVisitorsBrowse(settings, { hasTrafficSource }) ? { ...settings, logged_out_search: 'all' } : settings
}

function cookieValue(source: TrafficSource) {
  const params = new URLSearchParams()
  for (const field of fields) if (source[field]) params.set(field, source[field])
  return params.toString()
}

/** Reads the parameters without invalid or repeated ones; null if none is left. */
export function readSource(values: unknown): TrafficSource | null {
  const record = typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
  // Nearly every page is opened without one.
  if (fields.every((field) => record[field] === undefined)) return null
  const valid = fields.flatMap((field) => {
    const { success, data } = TrafficSource.shape[field].safeParse(record[field])
    return success && data !== undefined ? [[field, data]] : []
  })
  return valid.length > 0 ? TrafficSource.parse(Object.fromEntries(valid)) : null
}
