import { LOGIN_RATE, SECURITY_RATE } from '#contract/limits.ts'
import * as contract from '#contract/accounts/security-calls.ts'
import * as schemas from '#contract/accounts/security-schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { changePassword } from '#server/features/accounts/recovery/change-password.ts'
import { callerOf } from '#server/features/accounts/login/device-cookie.ts'
import { memberPasskeys } from './member-passkey-queries.ts'
import { passkeyPlaceOf } from './passkey-ceremony.ts'
import { addPasskey, startPasskey } from './passkeys.ts'
import {
  renewRecoveryCodes,
  secondFactorOf,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './second-factor.ts'
import { endOneSession, endSessionsOf, listSessions } from '#server/features/accounts/sessions/sessions.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

/** Checking a password takes long, so the address has no more checks than for the log-in. */
const passwordRates = { rateLimit: LOGIN_RATE, memberRate: SECURITY_RATE }

/** What a member does about the security of the own account. */
export function securityRoutes(routes: Routes<Viewer>, context: AppContext) {
  sessionRoutes(routes, context)
  passkeyRoutes(routes, context)
  secondFactorRoutes(routes, context)
}

function sessionRoutes({ route }: Routes<Viewer>, context: AppContext) {
  route(contract.getSecurity, schemas.getSecurity, async ({ viewer }) => {
    const [sessions, passkeys, secondFactor] = await Promise.all([
      listSessions(context, { viewer }),
      memberPasskeys.list(context.db, viewer.userId),
      secondFactorOf(context.db, viewer.userId),
    ])
    return { sessions, passkeys, secondFactor }
  })

  route(
    contract.changePassword,
    schemas.changePassword,
    async ({ viewer, body, host, ...call }) => {
      const siteName = context.sites.of(host).settings.name
      const endedSessions = await changePassword(context, { viewer, ...body, siteName, ...callerOf(context, call) })
      return { endedSessions }
    },
    passwordRates,
  )

  route(
    contract.endSession,
    schemas.endSession,
    async ({ viewer, params: { sessionId } }) => {
      await endOneSession(context, { viewer, sessionId })
      return { ended: 1 }
    },
    { memberRate: SECURITY_RATE },
  )

  route(
    contract.endOtherSessions,
    schemas.endOtherSessions,
    async ({ viewer: { userId, sessionHash } }) => ({
      ended: await endSessionsOf(context, { userId, except: [sessionHash] }),
    }),
    { memberRate: SECURITY_RATE },
  )
}

function passkeyRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { config } = context

  route(
    contract.startPasskey,
    schemas.startPasskey,
    async ({ viewer: { userId }, body: { password }, host, ...call }) => {
      const siteName = context.sites.of(host).settings.name
      const place = passkeyPlaceOf(config, call.request)
      const input = { userId, password, place, siteName, ...callerOf(context, call) }
      return { options: await startPasskey(context, input) }
    },
    passwordRates,
  )

  route(
    contract.addPasskey,
    schemas.addPasskey,
    async ({ viewer, body, ...call }) => {
      const place = passkeyPlaceOf(config, call.request)
      const { device } = callerOf(context, call)
      return { passkey: await addPasskey(context, { viewer, ...body, place, device }) }
    },
    { memberRate: SECURITY_RATE },
  )

  route(
    contract.renamePasskey,
    schemas.renamePasskey,
    async ({ viewer, params: { passkeyId: id }, body: { name } }) => {
      await memberPasskeys.rename(context.db, { ownerId: viewer.userId, id, name })
      return { name }
    },
    { memberRate: SECURITY_RATE },
  )

  route(
    contract.removePasskey,
    schemas.removePasskey,
    async ({ viewer, params: { passkeyId: id } }) => {
      await memberPasskeys.remove(context.db, { ownerId: viewer.userId, id })
      return { removed: true as const }
    },
    { memberRate: SECURITY_RATE },
  )
}

function secondFactorRoutes({ route }: Routes<Viewer>, context: AppContext) {
  route(
    contract.startSecondFactor,
    schemas.startSecondFactor,
    async ({ viewer: { userId }, body: { password }, host, ...call }) => {
      const issuer = context.sites.of(host).settings.name
      return startSecondFactor(context, { userId, password, issuer, ...callerOf(context, call) })
    },
    passwordRates,
  )

  route(
    contract.turnOnSecondFactor,
    schemas.turnOnSecondFactor,
    async ({ viewer, body: { code }, ...call }) => {
      const { device } = callerOf(context, call)
      return { recoveryCodes: await turnOnSecondFactor(context, { viewer, code, device }) }
    },
    { memberRate: SECURITY_RATE },
  )

  route(
    contract.turnOffSecondFactor,
    schemas.turnOffSecondFactor,
    async ({ viewer: { userId }, body, ...call }) => {
      await turnOffSecondFactor(context, { userId, ...body, ...callerOf(context, call) })
      return { isOn: false as const }
    },
    passwordRates,
  )

  route(
    contract.renewRecoveryCodes,
    schemas.renewRecoveryCodes,
    async ({ viewer: { userId }, body, ...call }) => ({
      recoveryCodes: await renewRecoveryCodes(context, { userId, ...body, ...callerOf(context, call) }),
    }),
    passwordRates,
  )
}
