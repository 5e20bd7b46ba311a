import { RESET_RATE } from '#contract/limits.ts'
import * as contract from '#contract/accounts/calls.ts'
import * as schemas from '#contract/accounts/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { deviceHashOf, setDeviceCookie } from '#server/features/accounts/login/device-cookie.ts'
import { deviceOf } from '#server/features/accounts/login/user-agent.ts'
import * as service from '#server/features/accounts/service.ts'
import {
  clearSessionCookie,
  sessionHashOf,
  setSessionCookie,
} from '#server/features/accounts/sessions/session-cookie.ts'
import { userView, type Viewer } from '#server/features/accounts/views.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { requestReset, resetPassword } from './reset.ts'

export function resetRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { config } = context

  route(
    contract.requestReset,
    schemas.requestReset,
    async ({ host, body: { email } }) => {
      await requestReset(context, { site: context.sites.of(host), email })
      return { requested: true as const }
    },
    { rateLimit: RESET_RATE },
  )

  route(
    contract.resetPassword,
    schemas.resetPassword,
    async ({ body: { token, password }, host, request, reply }) => {
      const device = deviceOf(request.headers['user-agent'])
      const { userId, sessionToken } = await resetPassword(context, { token, password, device })
      // A session that this browser had before ends, also another member's.
      await service.endSession(context, { sessionHash: sessionHashOf(config, request) })
      if (!sessionToken) {
        clearSessionCookie(config, reply)
        return { user: null }
      }
      setSessionCookie(config, reply, sessionToken)
      const deviceHash = deviceHashOf(config, request)
      setDeviceCookie(config, reply, await service.rememberDevice(context, { userId, deviceHash }))
      return { user: await userView(context, { userId, settings: context.sites.of(host).settings }) }
    },
    { rateLimit: RESET_RATE },
  )
}
