import type { FastifyReply, FastifyRequest } from 'fastify'
import { LOGIN_STEP_MS, OPERATOR_SESSION_MS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import { cookieOptions } from '#server/features/accounts/sessions/session-cookie.ts'
import type { Config } from '#server/platform/config.ts'
import { hashToken } from '#server/platform/ids.ts'

type Site = Pick<Config, 'publicUrl'>

/** The cookies of operators, apart from those of members: one browser can have both sessions. */
const cookies = {
  session: { name: 'operator', maxAgeMs: OPERATOR_SESSION_MS },
  step: { name: 'operator-login-step', maxAgeMs: LOGIN_STEP_MS },
} as const
type Cookie = keyof typeof cookies

/** On HTTPS the prefix `__Host-` makes browsers reject a cookie of this name that another host sets. */
export function operatorCookieName(config: Site, cookie: Cookie) {
  const { name } = cookies[cookie]
  return cookieOptions(config).secure ? `__Host-${name}` : name
}

/** Returns the hash of the token of a cookie, or null. */
export function tokenHashOf(config: Site, request: FastifyRequest, cookie: Cookie) {
  const token = request.cookies[operatorCookieName(config, cookie)]
  return token && /^[\w-]{43}$/.test(token) ? hashToken(token) : null
}

export function setOperatorCookie(config: Site, reply: FastifyReply, cookie: Cookie, token: string) {
  const maxAge = cookies[cookie].maxAgeMs / SECOND
  void reply.setCookie(operatorCookieName(config, cookie), token, { ...cookieOptions(config), maxAge })
}

export function clearOperatorCookie(config: Site, reply: FastifyReply, cookie: Cookie) {
  void reply.clearCookie(operatorCookieName(config, cookie), cookieOptions(config))
}
