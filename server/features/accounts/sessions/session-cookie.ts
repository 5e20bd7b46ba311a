import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LanguageCode } from '#contract/languages.ts'
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_MS, SESSION_MS } from '#contract/limits.ts'
import type { Config } from '#server/platform/config.ts'
import { hashToken } from '#server/platform/ids.ts'
import { SECOND } from '#contract/time.ts'

/**
 * `Clear-Site-Data` of the reply that ends a session: removes cached pages and photos. What else is stored,
 * the web app removes by name (`web/features/accounts/stored-data.ts`), because what a visitor has closed for
 * good stays closed. Cookies stay, for language and appearance; the session cookie is cleared by name.
 */
export const CLEARED_AT_LOG_OUT = '"cache"'

type Site = Pick<Config, 'publicUrl'>

/** On HTTPS the prefix `__Host-` makes browsers reject a cookie of this name that another host sets. */
export function sessionCookieName({ publicUrl }: Site) {
  return cookieName({ publicUrl }, 'session')
}

export function cookieName({ publicUrl }: Site, name: 'session' | 'device' | 'login-step') {
  return isHttps({ publicUrl }) ? `__Host-${name}` : name
}

/** Returns the hash of a request's session token, or null. The session may have ended or never existed. */
export function sessionHashOf(config: Site, request: FastifyRequest) {
  const token = request.cookies[sessionCookieName(config)]
  return token && /^[\w-]{43}$/.test(token) ? hashToken(token) : null
}

export function setSessionCookie(config: Site, reply: FastifyReply, token: string) {
  void reply.setCookie(sessionCookieName(config), token, { ...cookieOptions(config), maxAge: SESSION_MS / SECOND })
}

export function clearSessionCookie(config: Site, reply: FastifyReply) {
  void reply.clearCookie(sessionCookieName(config), cookieOptions(config))
}

/** Sets the same cookie that the web app sets when a visitor chooses a language (SHELL-2). */
export function setLanguageCookie(config: Site, reply: FastifyReply, language: LanguageCode) {
  const maxAge = LANGUAGE_COOKIE_MS / SECOND
  void reply.setCookie(LANGUAGE_COOKIE, language, { path: '/', sameSite: 'lax', secure: isHttps(config), maxAge })
}

export function cookieOptions(config: Site) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const
}

function isHttps({ publicUrl }: Site) {
  return publicUrl.startsWith('https:')
}
