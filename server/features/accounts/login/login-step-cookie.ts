import type { FastifyReply, FastifyRequest } from 'fastify'
import { LOGIN_STEP_MS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import { hashToken } from '#server/platform/ids.ts'
import { cookieName, cookieOptions } from '#server/features/accounts/sessions/session-cookie.ts'

type Site = Pick<Config, 'publicUrl'>

/** Returns the hash of the token of a log-in whose code is missing, or null. */
export function loginStepHashOf(config: Site, request: FastifyRequest) {
  const token = request.cookies[cookieName(config, 'login-step')]
  return token && /^[\w-]{43}$/.test(token) ? hashToken(token) : null
}

export function setLoginStepCookie(config: Site, reply: FastifyReply, token: string) {
  const options = { ...cookieOptions(config), sameSite: 'strict' as const, maxAge: LOGIN_STEP_MS / SECOND }
  void reply.setCookie(cookieName(config, 'login-step'), token, options)
}

export function clearLoginStepCookie(config: Site, reply: FastifyReply) {
  void reply.clearCookie(cookieName(config, 'login-step'), cookieOptions(config))
}
