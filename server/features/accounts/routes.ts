import * as contract from '#contract/accounts/calls.ts'
import * as schemas from '#contract/accounts/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { assertConsentVersion, giveConsent } from './consents.ts'
import { deletionRoutes } from './deletion/deletion-routes.ts'
import { emailRoutes } from './email/email-routes.ts'
import { loginRoutes } from './login/login-routes.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { resetRoutes } from './recovery/reset-routes.ts'
import { securityRoutes } from './second-factor/security-routes.ts'
import * as service from './service.ts'
import { CLEARED_AT_LOG_OUT, clearSessionCookie, sessionHashOf, setLanguageCookie } from './sessions/session-cookie.ts'
import { userView, type Viewer } from './views.ts'

export function accountsRoutes(routes: Routes<Viewer>, context: AppContext) {
  const { route } = routes
  const { config } = context
  loginRoutes(routes, context)
  securityRoutes(routes, context)
  deletionRoutes(routes, context)
  notificationRoutes(routes, context)
  emailRoutes(routes, context)
  resetRoutes(routes, context)

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
}
