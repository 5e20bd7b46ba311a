import type { FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#contract/accounts/calls.ts'
import { LOGIN_RATE } from '#contract/limits.ts'
import * as contract from '#contract/accounts/security-calls.ts'
import * as schemas from '#contract/accounts/schemas.ts'
import * as securitySchemas from '#contract/accounts/security-schemas.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { callerOf, deviceHashOf, setDeviceCookie } from './device-cookie.ts'
import { clearLoginStepCookie, loginStepHashOf, setLoginStepCookie } from './login-step-cookie.ts'
import { logIn, logInWithCode, logInWithPasskey } from './login.ts'
import { passkeyPlaceOf } from '#server/features/accounts/second-factor/passkey-ceremony.ts'
import { memberPasskeys } from '#server/features/accounts/second-factor/member-passkey-queries.ts'
import { endSession, rememberDevice } from '#server/features/accounts/service.ts'
import { sessionHashOf, setSessionCookie } from '#server/features/accounts/sessions/session-cookie.ts'
import { userView, type Viewer } from '#server/features/accounts/views.ts'

interface LoginCall {
  host: string
  ip: string
  request: FastifyRequest
  reply: FastifyReply
}

/** The ways to log in: password, code after the password, passkey. */
export function loginRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { config } = context
  const rateLimit = LOGIN_RATE

  route(
    accounts.logIn,
    schemas.logIn,
    async ({ body, ...call }) => {
      const hidesAccounts = context.sites.of(call.host).settings.hide_account_existence
      const outcome = await logIn(context, { ...body, hidesAccounts, ...callerOf(context, call) })
      if ('token' in outcome) return finish(context, call, outcome)
      setLoginStepCookie(config, call.reply, outcome.stepToken)
      throw new AppError('accounts.code_required')
    },
    { rateLimit },
  )

  route(
    contract.logInWithCode,
    securitySchemas.logInWithCode,
    async ({ body: { code }, ...call }) => {
      const stepHash = loginStepHashOf(config, call.request)
      const session = await logInWithCode(context, { stepHash, code, ...callerOf(context, call) })
      clearLoginStepCookie(config, call.reply)
      return finish(context, call, session)
    },
    { rateLimit },
  )

  route(
    contract.startPasskeyLogin,
    securitySchemas.startPasskeyLogin,
    async ({ request }) => ({ options: await memberPasskeys.startLogin(context, passkeyPlaceOf(config, request)) }),
    { rateLimit },
  )

  route(
    contract.logInWithPasskey,
    securitySchemas.logInWithPasskey,
    async ({ body: { credential }, ...call }) => {
      const at = passkeyPlaceOf(config, call.request)
      const session = await logInWithPasskey(context, { credential, at, ...callerOf(context, call) })
      return finish(context, call, session)
    },
    { rateLimit },
  )
}

/** Gives the browser its session, and makes it a known device. */
async function finish(
  context: AppContext,
  { host, request, reply }: LoginCall,
  { userId, token }: { userId: number; token: string },
) {
  const { config, sites } = context
  // A session that this browser had before ends.
  await endSession(context, { sessionHash: sessionHashOf(config, request) })
  setSessionCookie(config, reply, token)
  const deviceHash = deviceHashOf(config, request)
  setDeviceCookie(config, reply, await rememberDevice(context, { userId, deviceHash }))
  return { user: await userView(context, { userId, settings: sites.of(host).settings }) }
}
