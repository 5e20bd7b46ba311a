import { sign, signerFactory } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_MS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import { acceptedSecrets, type Secrets } from '#server/platform/encryption.ts'
import { hashToken } from '#server/platform/ids.ts'
import { cookieName, cookieOptions } from '#server/features/accounts/sessions/session-cookie.ts'
import { deviceOf } from './user-agent.ts'

type Site = Pick<Config, 'publicUrl'> & Secrets

/** Returns the hash of the device's token, or null without a cookie that this site has signed (ACC-15). */
export function deviceHashOf(config: Site, request: FastifyRequest) {
  const cookie = request.cookies[cookieName(config, 'device')]
  const { valid, value } = cookie
    ? signerFactory(acceptedSecrets(config)).unsign(cookie)
    : { valid: false, value: null }
  return valid && value !== null ? hashToken(value) : null
}

/** Returns where a call comes from: its address, the known device, and the browser for lists of sessions. */
export function callerOf({ config }: { config: Site }, { ip, request }: { ip: string; request: FastifyRequest }) {
  return { ip, deviceHash: deviceHashOf(config, request), device: deviceOf(request.headers['user-agent']) }
}

/** The cookie stays when the member logs out. */
export function setDeviceCookie(config: Site, reply: FastifyReply, token: string) {
  const name = cookieName(config, 'device')
  void reply.setCookie(name, sign(token, config.secret), { ...cookieOptions(config), maxAge: DEVICE_MS / SECOND })
}
