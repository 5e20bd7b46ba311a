import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { trackingScriptFor } from '#contract/settings/site-rules.ts'
import type { KindHints, Sharing, VisitorKind } from '#contract/page-renderer.ts'
import { sessionCookieName } from './features/accounts/sessions/session-cookie.ts'
import { isDevelopmentHost } from './features/settings/rules.ts'
import type { Site, Sites } from './features/settings/service.ts'
import { isCampaign, trafficCookies, trafficSourceOf } from './features/settings/traffic-source.ts'
import type { Config } from './platform/config.ts'
import { pagePolicy } from './platform/http/security-headers.ts'
import { visitorHints } from './platform/http/visitor/visitor-hints.ts'

/** Memory that the copies of pages may take; the least recently used go first. */
const MAX_BYTES = 64 * 1024 * 1024

/** Longer cookies and addresses are read each time, so that they take no memory. */
const HINTS_MAX_LENGTH = 300

interface SharedPage {
  site: Site
  policy: string
  etag: string
  bodies: Record<'identity' | 'br' | 'gzip', Buffer>
}

/** A page to be rendered, as a request that holds nothing of the visitor but the kind. */
export interface SharedRender {
  request: FastifyRequest
  /** Path and query. */
  url: string
  cookie: string
  acceptLanguage: string
  cdnPrefix: string
}

interface Deps {
  config: Pick<Config, 'publicUrl' | 'photoStore'>
  sites: Pick<Sites, 'of'>
  /** What visitors may share of the page at a path; null for nothing. */
  sharingOf: (path: string) => Sharing | null
  /** Returns the paths of landing pages with a slug that an operator has set. */
  findSlugPaths: () => Promise<string[]>
  describeVisitor: (hints: KindHints) => VisitorKind
  /** Renders a page without nonce. Returns null unless it is a complete one with status 200. */
  render: (input: SharedRender) => Promise<string | null>
}

/**
 * Pages that are the same for all visitors of a kind, rendered once and stored in memory (decision 0052). A
 * request with a session cookie, valid or not, never gets or makes a copy. A copy is rendered from its key
 * alone: nothing that a visitor sends, such as host name, header or query, gets into another's page.
 */
export class SharedPages {
  readonly #deps: Deps
  readonly #pages = new LRUCache<string, SharedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bodies, policy }, key) =>
      bodies.identity.length + bodies.br.length + bodies.gzip.length + policy.length + key.length,
  })
  /** By what browsers send, most of which is the same for many. */
  readonly #kinds = new LRUCache<string, { site: Site; kind: VisitorKind }>({ max: 5000 })
  readonly #rendering = new Map<string, Promise<SharedPage | null>>()
  /** Of a site's object, because every change of landing pages makes new sites as well. */
  readonly #slugPaths = new WeakMap<Site, Promise<ReadonlySet<string>>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Returns the copy for a request, rendered now if there is none. Null: the request needs its own page. */
  async find(request: FastifyRequest) {
    const { config, sites, sharingOf } = this.#deps
    if (request.method === 'POST' || request.cookies[sessionCookieName(config)] !== undefined) return null
    const [asked = '', search = ''] = request.url.split('?')
    const sharing = sharingOf(asked)
    if (!sharing || namesSite(request, search)) return null
    const site = sites.of(request.hostname.toLowerCase())
    const path = await this.#pathOf(sharing, site)
    if (path === null) return null
    const kind = this.#kindOf(request, site, search)
    const hasTrafficSource = isCampaign(site.settings, trafficSourceOf(request))
    const { language, isChosen, country, theme } = kind
    const key = [site.id, path, language, isChosen, kind.asked, country, theme, hasTrafficSource].join(' ')
    const page = this.#pages.get(key)
    // Every change of a setting, also one in SQL or by another node, makes new sites.
    if (page?.site === site) return page
    return this.#renderOnce(key, async () => {
      const trackingScript = trackingScriptFor(site.settings, { path, isMember: false })
      const neutral = neutralRequest(request, { site, path, kind, hasTrafficSource })
      const rendered = await this.#render(neutral, { site, trackingScript })
      if (rendered) this.#pages.set(key, rendered, { ttl: sharing.lifeMs })
      return rendered
    })
  }

  /**
   * Returns the path that identifies a copy: all slugs that no operator has set share one. Null without the
   * database: the page that is rendered instead reports that.
   */
  async #pathOf({ path, unknownSlugPath }: Sharing, site: Site) {
    if (unknownSlugPath === null) return path
    const slugPaths = this.#slugPaths.get(site) ?? this.#deps.findSlugPaths().then((paths) => new Set(paths))
    this.#slugPaths.set(site, slugPaths)
    try {
      return (await slugPaths).has(path) ? path : unknownSlugPath
    } catch {
      this.#slugPaths.delete(site)
      return null
    }
  }

  #kindOf(request: FastifyRequest, site: Site, search: string) {
    const { cookie, 'accept-language': acceptLanguage } = request.headers
    const countries = visitorHints(request)
    // Encoded, because what one of them holds could otherwise be read as the beginning of the next.
    const key = JSON.stringify([site.id, countries.geoip_country, cookie, acceptLanguage, search])
    const cached = this.#kinds.get(key)
    if (cached?.site === site) return cached.kind
    const kind = this.#deps.describeVisitor({ cookie, acceptLanguage, search, site: site.settings, countries })
    if (key.length <= HINTS_MAX_LENGTH) this.#kinds.set(key, { site, kind })
    return kind
  }

  /** Lets all who ask for the same page at once wait for one rendering. */
  async #renderOnce(key: string, render: () => Promise<SharedPage | null>) {
    const running = this.#rendering.get(key)
    if (running) return running
    const started = render().finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, started)
    return started
  }

  async #render(
    input: SharedRender,
    { site, trackingScript }: { site: Site; trackingScript: string },
  ): Promise<SharedPage | null> {
    const html = await this.#deps.render(input)
    if (html === null) return null
    const identity = Buffer.from(html)
    const [br, gzipped] = await Promise.all([compressBrotli(identity, brotliOptions), compressGzip(identity)])
    return {
      site,
      policy: pagePolicy(
        { ...this.#deps.config, cdnPrefix: site.settings.cdn_prefix, trackingScript },
        inlineHashes(html),
      ),
      etag: `W/"${sha256(html, 'base64url').slice(0, 22)}"`,
      bodies: { identity, br, gzip: gzipped },
    }
  }
}

/** Returns whether the query of a page names the site whose settings it gets, as developers can (SET-1). */
function namesSite({ hostname }: FastifyRequest, search: string) {
  return search.includes('domain=') && isDevelopmentHost(hostname.toLowerCase())
}

/** Sends the copy of a page, or says that the browser has it already. */
export function sendShared(page: SharedPage, request: FastifyRequest, reply: FastifyReply) {
  void reply
    .header('content-security-policy', page.policy)
    .header('etag', page.etag)
    .header('vary', 'accept-encoding, accept-language, cookie')
    // A browser asks each time, so that who has logged in since gets the own page.
    .header('cache-control', 'private, no-cache')
  if (hasCopy(request, page)) return reply.code(304).send()
  const encoding = encodingOf(request)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/**
 * Returns the hashes of a page's inline scripts and styles. They replace a nonce, which would differ for each
 * visitor: the copy is the same for all, and the browser's own one stays valid after a reply 304.
 */
function inlineHashes(html: string) {
  const hashes = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => `sha256-${sha256(text, 'base64')}`)
  return {
    scripts: hashes(/<script(?![^>]*(?: src=|application\/json))[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
  }
}

function sha256(text: string, encoding: 'base64' | 'base64url') {
  return createHash('sha256').update(text).digest(encoding)
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

function hasCopy({ headers }: FastifyRequest, { etag }: SharedPage) {
  return (headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === etag)
}

function encodingOf({ headers }: FastifyRequest) {
  const accepted = headers['accept-encoding'] ?? ''
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

interface Neutral {
  site: Site
  path: string
  kind: VisitorKind
  hasTrafficSource: boolean
}

/** Returns a request of some visitor of a kind: with everything replaced that a page or call could read. */
function neutralRequest(request: FastifyRequest, { site, path, kind, hasTrafficSource }: Neutral): SharedRender {
  const { language, isChosen, asked, country, theme } = kind
  const acceptLanguage = `${language}-${country}`
  const cookies: Record<string, string> = {
    ...(isChosen && { [LANGUAGE_COOKIE]: language }),
    theme,
    ...(hasTrafficSource && trafficCookies(site.settings)),
  }
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const value = (replacement: unknown) => ({ value: replacement })
  // Its other members, such as the log, come from the given one.
  const neutral = Object.create(request, {
    headers: value({ host: site.domain, 'accept-language': acceptLanguage, cookie }),
    cookies: value(cookies),
    query: value({}),
    host: value(site.domain),
    hostname: value(site.domain),
    // An address of no country: that of the kind is in the language.
    ip: value('0.0.0.0'),
  }) as FastifyRequest
  return {
    request: neutral,
    url: asked ? `${path}?lang=${asked}` : path,
    cookie,
    acceptLanguage,
    cdnPrefix: site.settings.cdn_prefix,
  }
}
