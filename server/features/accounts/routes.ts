import { ACTIVATION_RATE, LINK_RATE, LOGIN_RATE } from '#contract/limits.ts'
import * as contract from '#contract/accounts.ts'
import * as consents from '#contract/consents.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { assertConsentVersion, giveConsent } from './consents.ts'
import { openLink, resendActivation } from './activation.ts'
import { deviceHashOf, setDeviceCookie } from './device-cookie.ts'
import * as service from './service.ts'
import { clearSessionCookie, sessionHashOf, setLanguageCookie, setSessionCookie } from './session-cookie.ts'
import { userView, type Viewer } from './views.ts'

/**
 * Cached pages, photos and stored data of the member go. Cookies stay, because visitors keep the language and the
 * appearance that they chose; the session cookie is cleared by name.
 */
const CLEARED_AT_LOG_OUT = '"cache", "storage"'

export function accountsRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { config } = context

  route(contract.getUser, async ({ viewer, host }) => {
    const { settings } = context.sites.of(host)
    return { user: viewer && (await userView(context, { userId: viewer.userId, settings })) }
  })

  route(
    contract.logIn,
    async ({ body, host, ip, request, reply }) => {
      const deviceHash = deviceHashOf(config, request)
      const { userId, token } = await service.logIn(context, { ...body, ip, deviceHash })
      // A session that this browser had before ends.
      await service.endSession(context, { sessionHash: sessionHashOf(config, request) })
      setSessionCookie(config, reply, token)
      setDeviceCookie(config, reply, await service.rememberDevice(context, { userId, deviceHash }))
      return { user: await userView(context, { userId, settings: context.sites.of(host).settings }) }
    },
    { rateLimit: LOGIN_RATE },
  )

  route(contract.setLanguage, async ({ viewer, host, body: { language }, reply }) => {
    await service.setLanguage(context, { viewer, language })
    setLanguageCookie(config, reply, language)
    return { user: await userView(context, { userId: viewer.userId, settings: context.sites.of(host).settings }) }
  })

  route(consents.giveConsent, async ({ viewer: { userId }, host, body: { version, language } }) => {
    assertConsentVersion(version)
    await giveConsent(context, context.db, { userId, language })
    return { user: await userView(context, { userId, settings: context.sites.of(host).settings }) }
  })

  route(
    contract.logOut,
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
    async ({ params: { token }, viewer, reply }) => {
      const { sessionToken } = await openLink(context, { token, viewer })
      if (sessionToken) setSessionCookie(config, reply, sessionToken)
      return { purpose: 'activation' as const }
    },
    { rateLimit: LINK_RATE },
  )

  route(contract.resendActivation, async ({ viewer }) => ({ email: await resendActivation(context, { viewer }) }), {
    rateLimit: ACTIVATION_RATE,
  })
}
