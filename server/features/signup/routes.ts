import { SIGNUP_CHECK_RATE, SIGNUP_RATE } from '#contract/limits.ts'
import * as contract from '#contract/signup.ts'
import { deviceHashOf, setDeviceCookie } from '#server/features/accounts/device-cookie.ts'
import { endSession, rememberDevice } from '#server/features/accounts/service.ts'
import { sessionHashOf, setLanguageCookie, setSessionCookie } from '#server/features/accounts/session-cookie.ts'
import { userView, type Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

export function signupRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { config } = context

  route(
    contract.checkSignup,
    async ({ host, body }) => {
      await service.checkSignup(context, { site: context.sites.of(host), account: body })
      return { ok: true as const }
    },
    // The reply reveals which addresses have an account (ACC-10); the limit keeps it from being used for thousands.
    { rateLimit: SIGNUP_CHECK_RATE },
  )

  route(
    contract.signUp,
    async ({ host, body: form, upload, ip, request, reply }) => {
      const site = context.sites.of(host)
      const deviceHash = deviceHashOf(config, request)
      const { userId, token } = await service.signUp(context, { site, form, photo: upload, ip, deviceHash })
      await endSession(context, { sessionHash: sessionHashOf(config, request) })
      setSessionCookie(config, reply, token)
      setDeviceCookie(config, reply, await rememberDevice(context, { userId, deviceHash }))
      setLanguageCookie(config, reply, form.language)
      return { user: await userView(context, { userId, settings: site.settings }) }
    },
    { rateLimit: SIGNUP_RATE },
  )
}
