import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRAFFIC_SOURCE_MS } from '#contract/limits.ts'
import { mayVisitorsBrowse } from '#contract/settings/site-rules.ts'
import { TrafficSource, type Settings } from '#contract/settings/schemas.ts'
import { SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import type { Sites } from './service.ts'

const COOKIE = 'traffic_source'
const fields = Object.keys(TrafficSource.shape) as (keyof TrafficSource)[]

/** Sources of requests whose own link names one: the cookie reaches the server with the next request only. */
const named = new WeakMap<FastifyRequest, TrafficSource>()

/**
 * Stores the campaign named by a page's link in a first-party cookie. The last valid one counts; an unknown
 * network, or none, changes nothing (LAND-2). For pages only, so that no call can set it.
 */
export function rememberTrafficSource(
  { config, sites }: { config: Pick<Config, 'publicUrl'>; sites: Pick<Sites, 'of'> },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const source = readSource(request.query)
  const { traffic_sources } = sites.of(request.hostname.toLowerCase()).settings
  if (!source || !traffic_sources.includes(source.network)) return
  named.set(request, source)
  void reply.setCookie(COOKIE, cookieValue(source), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: TRAFFIC_SOURCE_MS / SECOND,
  })
}

/** Returns the campaign that the visitor of a request came by, if the site knows its network; else null. */
export function trafficSourceOf(
  request: FastifyRequest,
  { traffic_sources }: Pick<Settings, 'traffic_sources'>,
): TrafficSource | null {
  // Both the cookie and the link can be written by anyone, so both are read with the same care.
  const cookie = request.cookies[COOKIE]
  const source = named.get(request) ?? (cookie ? readSource(Object.fromEntries(new URLSearchParams(cookie))) : null)
  return source && traffic_sources.includes(source.network) ? source : null
}

/** Returns cookies of some visitor of a campaign, for pages that are rendered for all of them together. */
export function trafficCookies({ traffic_sources: [network] }: Pick<Settings, 'traffic_sources'>) {
  return network === undefined ? {} : { [COOKIE]: cookieValue({ network }) }
}

/** Returns the settings with `logged_out_search` for this visitor: a campaign opens it (PRO-10, SEARCH-6). */
export function settingsForVisitor(request: FastifyRequest, settings: Settings): Settings {
  const hasTrafficSource = trafficSourceOf(request, settings) !== null
  return mayVisitorsBrowse(settings, { hasTrafficSource }) ? { ...settings, logged_out_search: 'all' } : settings
}

function cookieValue(source: TrafficSource) {
  const params = new URLSearchParams()
  for (const field of fields) if (source[field]) params.set(field, source[field])
  return params.toString()
}

/** Reads the parameters without invalid or repeated ones. Without a network there is no source. */
function readSource(values: unknown): TrafficSource | null {
  const record = typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
  // Nearly every page is opened without one.
  if (record['network'] === undefined) return null
  const valid = fields.flatMap((field) => {
    const { success, data } = TrafficSource.shape[field].safeParse(record[field])
    return success && data !== undefined ? [[field, data]] : []
  })
  return TrafficSource.safeParse(Object.fromEntries(valid)).data ?? null
}
