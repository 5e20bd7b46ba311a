import { SIGNUP_CHECK_RATE, SIGNUP_RATE } from '#contract/limits.ts'
import * as contract from '#contract/signup/calls.ts'
import * as schemas from '#contract/signup/schemas.ts'
import { deviceHashOf, setDeviceCookie } from '#server/features/accounts/login/device-cookie.ts'
import { endSession, rememberDevice } from '#server/features/accounts/service.ts'
import {
  sessionHashOf,
  setLanguageCookie,
  setSessionCookie,
} from '#server/features/accounts/sessions/session-cookie.ts'
import { deviceOf } from '#server/features/accounts/login/user-agent.ts'
import { userView, type Viewer } from '#server/features/accounts/views.ts'
import { trafficSourceOf } from '#server/features/settings/traffic-source.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

export function signupRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { config } = context

  route(
    contract.checkSignup,
    schemas.checkSignup,
    async ({ host, body, request }) => {
      const site = context.sites.of(host)
      await service.checkSignup(context, { site, source: trafficSourceOf(request), account: body })
      return { ok: true as const }
    },
    // The reply reveals which addresses have an account (ACC-10); the limit prevents use for thousands.
    { rateLimit: SIGNUP_CHECK_RATE },
  )

  route(
    contract.signUp,
    schemas.signUp,
    async ({ host, body: form, upload, ip, request, reply }) => {
      const site = context.sites.of(host)
      const deviceHash = deviceHashOf(config, request)
      const device = deviceOf(request.headers['user-agent'])
      const source = trafficSourceOf(request)
      const created = await service.signUp(context, { site, source, form, photo: upload, ip, deviceHash, device })
      await endSession(context, { sessionHash: sessionHashOf(config, request) })
      setLanguageCookie(config, reply, form.language)
      if (!created) return { user: null }
      const { userId, token } = created
      setSessionCookie(config, reply, token)
      setDeviceCookie(config, reply, await rememberDevice(context, { userId, deviceHash }))
      return { user: await userView(context, { userId, settings: site.settings }) }
    },
    { rateLimit: SIGNUP_RATE },
  )
}
