import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'

/**
 * Rejects a request that a page of another site caused (CSRF). Browsers send `Sec-Fetch-Site`, older ones `Origin`; a
 * client that sends neither is not a browser, so it has no cookies that another site could misuse.
 * @throws AppError `request.forbidden_origin`
 */
export function rejectForeignOrigin(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const isOwn = site ? site === 'same-origin' : !origin || hostOf(origin) === request.host
  if (!isOwn) throw new AppError('request.forbidden_origin')
}

/**
 * Rejects a call that changes something unless the page was requested by a form of our own: a GET changes nothing, so
 * that no image, prefetch or mail scanner can cause a change.
 * @throws AppError `request.forbidden_origin`
 */
export function rejectUnsafeCall(request: FastifyRequest) {
  if (request.method !== 'POST') throw new Error('a page called a changing endpoint while it was rendered')
  rejectForeignOrigin(request)
}

function hostOf(origin: string) {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
