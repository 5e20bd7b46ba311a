import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the site is reached by HTTPS. */
    isHttpsSite?: boolean
  }
}

/** Sets what `isOwnOrigin` needs to know of the site. */
export function defineOrigin(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) {
  app.decorate('isHttpsSite', publicUrl.startsWith('https:'))
}

/**
 * Rejects a request caused by a page of another site (CSRF). Browsers send `Sec-Fetch-Site`, older ones
 * `Origin`; a client that sends neither is no browser and has no cookies to misuse.
 * @throws AppError `request.forbidden_origin`
 */
export function rejectForeignOrigin(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isOwn = site ? site === 'same-origin' : !origin || isOwnOrigin(request)
  if (!isOwn) throw new AppError('request.forbidden_origin')
}

/**
 * Rejects a GET with an effect unless a page of this site caused it. Silence is no proof here: a link of
 * another site carries the cookies and no `Origin`, and on plain HTTP browsers send no `Sec-Fetch-Site`.
 * Pages of this site then send `Referer`, which the referrer policy keeps from others.
 * @throws AppError `request.forbidden_origin`
 */
export function requireOwnPage(request: FastifyRequest) {
  rejectForeignOrigin(request)
  const { 'sec-fetch-site': site, origin, referer = '' } = request.headers
  const isProven = site || origin || (URL.canParse(referer) && new URL(referer).origin === ownOrigin(request))
  if (!isProven) throw new AppError('request.forbidden_origin')
}

/**
 * Rejects a call that changes something unless the page was requested by a form of our own: a GET changes
 * nothing, so that no image, prefetch or mail scanner can cause a change.
 * @throws AppError `request.forbidden_origin`
 */
export function rejectUnsafeCall(request: FastifyRequest) {
  if (request.method !== 'POST') throw new Error('a page called a changing endpoint while it was rendered')
  rejectForeignOrigin(request)
}

/**
 * Returns whether `Origin` names this site: scheme, host and port, because a page that came over plain HTTP
 * may have been changed on its way. A site on HTTPS accepts HTTPS only, whatever its proxy reports.
 */
export function isOwnOrigin(request: FastifyRequest) {
  return request.headers.origin?.toLowerCase() === ownOrigin(request)
}

function ownOrigin({ host, protocol, server }: FastifyRequest) {
  const scheme = server.isHttpsSite ? 'https' : protocol
  return `${scheme}://${host.toLowerCase()}`
}
