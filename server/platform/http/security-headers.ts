import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/platform/config.ts'

/*
 * Written by hand because the headers are constants. @fastify/helmet builds its configuration again for every
 * request, which was measured at 32 µs, as much as the rest of a small answer; this takes 2 µs.
 */

/** For every answer that is not a page: it may load, embed and submit nothing. */
const BARE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(self), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(self), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60

/** Returns the headers of every answer: pages, API, assets, errors. */
export function securityHeadersFor({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const isHttps = publicUrl.startsWith('https:')
  return {
    ...pageHeaders,
    'content-security-policy': BARE_POLICY,
    ...(isHttps && { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains` }),
  }
}

/** Adds the security headers to every answer of `app`. Call it before any route is bound. */
export function addSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>) {
  const headers = securityHeadersFor(config)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Additional headers of built files: pages of this site may load them from another origin (`cdn_prefix`). */
export const builtFileHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Headers of the service worker: it requests pages and files of this site. */
export const serviceWorkerHeaders = {
  'content-security-policy': `${BARE_POLICY}; connect-src 'self'; script-src 'self'`,
}

/** What a page may load from elsewhere. */
interface Elsewhere extends Pick<Config, 'photoStore'> {
  /** Origin of the built files; empty: that of the page. */
  cdnPrefix: string
  /** Address of a script that may run and report to its own origin; empty: none. */
  trackingScript?: string
}

/**
 * Returns the policy of a page: the site's own scripts and styles, and the inline ones named by a nonce or a
 * hash in `inline`. Built files may come from `cdnPrefix`, images also from the photo store if one is
 * configured. Style attributes are allowed because component libraries render them on the server.
 */
export function pagePolicy(
  { photoStore, cdnPrefix, trackingScript = '' }: Elsewhere,
  inline: { scripts: readonly string[]; styles: readonly string[] },
) {
  const photos = photoStore ? ` ${new URL(photoStore.bucketUrl).origin}` : ''
  const files = cdnPrefix === '' ? "'self'" : `'self' ${cdnPrefix}`
  const sources = (names: readonly string[]) => [files, ...names.map((name) => `'${name}'`)].join(' ')
  const tracker = trackingScript && ` ${new URL(trackingScript).origin}`
  return (
    `default-src 'none'; script-src ${sources(inline.scripts)}${tracker}; style-src ${sources(inline.styles)}; style-src-attr 'unsafe-inline'; ` +
    `img-src ${files} data: blob:${photos}${tracker}; media-src ${files} blob:; font-src ${files}; ` +
    `connect-src 'self'${tracker}; manifest-src 'self'; worker-src 'self'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  )
}

/** Sets the policy of a page rendered for this request. Its inline scripts need the returned nonce. */
export function allowPage(reply: FastifyReply, elsewhere: Elsewhere) {
  const nonce = randomBytes(16).toString('base64url')
  const inline = [`nonce-${nonce}`]
  void reply.header('content-security-policy', pagePolicy(elsewhere, { scripts: inline, styles: inline }))
  return nonce
}

/**
 * Forbids shared caches to store a reply that sets a cookie or clears stored data, whatever its route allows:
 * a cache would change the cookies of all who get the copy.
 */
export function protectCookies(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const isPersonal = reply.hasHeader('set-cookie') || reply.hasHeader('clear-site-data')
    const caching = String(reply.getHeader('cache-control') ?? '')
    if (isPersonal && !/\b(?:private|no-store)\b/.test(caching)) void reply.header('cache-control', 'no-store')
    done()
  })
}
