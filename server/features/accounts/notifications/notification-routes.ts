import * as contract from '#contract/accounts/calls.ts'
import * as schemas from '#contract/accounts/schemas.ts'
import { NOTIFICATIONS_RATE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { forgetSubscription, storeSubscription } from './push-subscriptions.ts'
import { resumeMails, saveNotifications } from './notifications.ts'
import { userView, type Viewer } from '#server/features/accounts/views.ts'

export function notificationRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const userOf = async ({ userId }: Viewer, host: string) => ({
    user: await userView(context, { userId, settings: context.sites.of(host).settings }),
  })

  route(
    contract.saveNotifications,
    schemas.saveNotifications,
    async ({ viewer, host, body }) => {
      await saveNotifications(context, { viewer, kinds: body.notifications_disabled })
      return userOf(viewer, host)
    },
    { memberRate: NOTIFICATIONS_RATE },
  )

  route(
    contract.resumeMails,
    schemas.resumeMails,
    async ({ viewer, host }) => {
      await resumeMails(context, { viewer })
      return userOf(viewer, host)
    },
    { memberRate: NOTIFICATIONS_RATE },
  )

  route(
    contract.subscribePush,
    schemas.subscribePush,
    async ({ viewer, host, body: { subscription, replaces } }) => {
      const { settings } = context.sites.of(host)
      await storeSubscription(context, { viewer, subscription, replaces, settings })
      return { ok: true as const }
    },
    { memberRate: NOTIFICATIONS_RATE },
  )

  route(
    contract.unsubscribePush,
    schemas.unsubscribePush,
    async ({ viewer, body: { endpoint } }) => {
      await forgetSubscription(context, { viewer, endpoint })
      return { ok: true as const }
    },
    { memberRate: NOTIFICATIONS_RATE },
  )
}
