import * as contract from '#contract/accounts/calls.ts'
import * as schemas from '#contract/accounts/schemas.ts'
import { DELETION_RATE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { deleteAccount, pauseAccount, resumeAccount } from './deletion.ts'
import { deviceHashOf } from '#server/features/accounts/login/device-cookie.ts'
import { CLEARED_AT_LOG_OUT, clearSessionCookie } from '#server/features/accounts/sessions/session-cookie.ts'
import { userView, type Viewer } from '#server/features/accounts/views.ts'

export function deletionRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { config } = context
  const userOf = async (viewer: Viewer, host: string) => ({
    user: await userView(context, { userId: viewer.userId, settings: context.sites.of(host).settings }),
  })

  route(
    contract.deleteAccount,
    schemas.deleteAccount,
    async ({ viewer, body, ip, request, reply }) => {
      await deleteAccount(context, { viewer, ...body, ip, deviceHash: deviceHashOf(config, request) })
      clearSessionCookie(config, reply)
      void reply.header('clear-site-data', CLEARED_AT_LOG_OUT)
      return { user: null }
    },
    { memberRate: DELETION_RATE },
  )

  route(
    contract.pauseAccount,
    schemas.pauseAccount,
    async ({ viewer, host, body }) => {
      await pauseAccount(context, { viewer, length: body.length })
      return userOf(viewer, host)
    },
    { memberRate: DELETION_RATE },
  )

  route(
    contract.resumeAccount,
    schemas.resumeAccount,
    async ({ viewer, host }) => {
      await resumeAccount(context, { viewer })
      return userOf(viewer, host)
    },
    { memberRate: DELETION_RATE },
  )
}
