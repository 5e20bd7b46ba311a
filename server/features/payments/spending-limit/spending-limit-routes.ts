import { SPENDING_LIMIT_RATE } from '#contract/limits.ts'
import { getSpendingLimit, setSpendingLimit } from '#contract/payments/calls.ts'
import * as schemas from '#contract/payments/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { changeSpendingLimit, spendingLimit } from './spending-limit.ts'

export function spendingLimitRoutes({ route }: Pick<Routes<Viewer>, 'route'>, context: AppContext) {
  const settingsOf = (host: string) => context.sites.of(host).settings

  route(getSpendingLimit, schemas.getSpendingLimit, ({ viewer: { userId }, host }) =>
    spendingLimit(context, { userId, settings: settingsOf(host) }),
  )

  route(
    setSpendingLimit,
    schemas.setSpendingLimit,
    ({ viewer: { userId }, host, body }) =>
      changeSpendingLimit(context, { userId, settings: settingsOf(host), ...body }),
    { memberRate: SPENDING_LIMIT_RATE },
  )
}
