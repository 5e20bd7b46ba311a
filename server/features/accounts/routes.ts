import { ACTIVATION_RATE, LINK_RATE, MAIL_CHANGE_RATE, RESET_RATE } from '#contract/limits.ts'
import * as contract from '#contract/accounts/calls.ts'
import * as schemas from '#contract/accounts/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Call, Routes } from '#server/platform/http/routes.ts'
import { assertConsentVersion, giveConsent } from './consents.ts'
import { resendActivation } from './email/activation.ts'
import { deletionRoutes } from './deletion/deletion-routes.ts'
import { deviceHashOf, setDeviceCookie } from './login/device-cookie.ts'
import { correctEmail, requestMailChange } from './email/mail-change.ts'
import { openLink } from './email/open-link.ts'
import { requestReset, resetPassword } from './recovery/reset.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { loginRoutes } from './login/login-routes.ts'
import { securityRoutes } from './second-factor/security-routes.ts'
import * as service from './service.ts'
import {
  CLEARED_AT_LOG_OUT,
  clearSessionCookie,
  sessionHashOf,
  setLanguageCookie,
  setSessionCookie,
} from './sessions/session-cookie.ts'
import { deviceOf } from './login/user-agent.ts'
import { userView, type Viewer } from './views.ts'

export function accountsRoutes(routes: Routes<Viewer>, context: AppContext) {
  const { route } = routes
  const { config } = context
  loginRoutes(routes, context)
  securityRoutes(routes, context)
  deletionRoutes(routes, context)
  notificationRoutes(routes, context)

  route(contract.getUser, schemas.getUser, async ({ viewer, host }) => {
    const { settings } = context.sites.of(host)
    return { user: viewer && (await userView(context, { userId: viewer.userId, settings })) }
  })

  route(contract.setLanguage, schemas.setLanguage, async ({ viewer, host, body: { language }, reply }) => {
    await service.setLanguage(context, { viewer, language })
    setLanguageCookie(config, reply, language)
    return { user: await userView(context, { userId: viewer.userId, settings: context.sites.of(host).settings }) }
  })

  route(
    contract.giveConsent,
    schemas.giveConsent,
    async ({ viewer: { userId }, host, body: { version, language } }) => {
      const { settings } = context.sites.of(host)
      assertConsentVersion(settings, version)
      await giveConsent(context, context.db, { userId, language, version })
      return { user: await userView(context, { userId, settings }) }
    },
  )

  route(
    contract.logOut,
    schemas.logOut,
    async ({ request, reply }) => {
      await service.endSession(context, { sessionHash: sessionHashOf(config, request) })
      clearSessionCookie(config, reply)
      void reply.header('clear-site-data', CLEARED_AT_LOG_OUT)
      return { user: null }
    },
    { sameOriginOnly: true },
  )

  route(
    contract.openLink,
    schemas.openLink,
    async ({ params: { token }, viewer, request, reply }) => {
      const device = deviceOf(request.headers['user-agent'])
      const { sessionToken, ...opened } = await openLink(context, { token, viewer, device })
      if (sessionToken) setSessionCookie(config, reply, sessionToken)
      return opened
    },
    { rateLimit: LINK_RATE },
  )

  route(
    contract.correctEmail,
    schemas.correctEmail,
    async (call) => ({ email: await correctEmail(context, mailChangeInput(context, call)) }),
    { memberRate: MAIL_CHANGE_RATE },
  )

  route(
    contract.changeEmail,
    schemas.changeEmail,
    async (call) => ({ email: await requestMailChange(context, mailChangeInput(context, call)) }),
    { memberRate: MAIL_CHANGE_RATE },
  )

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

  route(
    contract.resendActivation,
    schemas.resendActivation,
    async ({ viewer }) => ({ email: await resendActivation(context, { viewer }) }),
    {
      memberRate: ACTIVATION_RATE,
    },
  )
}

function mailChangeInput(
  { config, sites }: Pick<AppContext, 'config' | 'sites'>,
  { viewer, host, body, ip, request }: Call<typeof contract.correctEmail, Viewer>,
) {
  const { email, password } = body
  return { viewer, site: sites.of(host), email, password, ip, deviceHash: deviceHashOf(config, request) }
}
