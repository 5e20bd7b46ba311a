import { ACTIVATION_RATE, LINK_RATE, MAIL_CHANGE_RATE } from '#contract/limits.ts'
import * as contract from '#contract/accounts/calls.ts'
import * as schemas from '#contract/accounts/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { deviceHashOf } from '#server/features/accounts/login/device-cookie.ts'
import { deviceOf } from '#server/features/accounts/login/user-agent.ts'
import { setSessionCookie } from '#server/features/accounts/sessions/session-cookie.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Call, Routes } from '#server/platform/http/routes.ts'
import { resendActivation } from './activation.ts'
import { correctEmail, requestMailChange } from './mail-change.ts'
import { openLink } from './open-link.ts'

export function emailRoutes({ route }: Routes<Viewer>, context: AppContext) {
  route(
    contract.openLink,
    schemas.openLink,
    async ({ params: { token }, viewer, request, reply }) => {
      const device = deviceOf(request.headers['user-agent'])
      const { sessionToken, ...opened } = await openLink(context, { token, viewer, device })
      if (sessionToken) setSessionCookie(context.config, reply, sessionToken)
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
    contract.resendActivation,
    schemas.resendActivation,
    async ({ viewer }) => ({ email: await resendActivation(context, { viewer }) }),
    { memberRate: ACTIVATION_RATE },
  )
}

function mailChangeInput(
  { config, sites }: Pick<AppContext, 'config' | 'sites'>,
  { viewer, host, body, ip, request }: Call<typeof contract.correctEmail, Viewer>,
) {
  const { email, password } = body
  return { viewer, site: sites.of(host), email, password, ip, deviceHash: deviceHashOf(config, request) }
}
