import { PUSH_SUBSCRIPTIONS_PER_MEMBER } from '#contract/limits.ts'
import type { PushSubscriptionForm } from '#contract/accounts/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import * as queries from './push-queries.ts'
import { lockAccount } from '#server/features/accounts/queries.ts'
import { isPushEndpoint } from '#server/features/accounts/rules.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

interface NewSubscription {
  viewer: Viewer
  subscription: PushSubscriptionForm
  settings: Pick<Settings, 'push_public_key'>
}

/**
 * Stores the push subscription of a browser until the session ends in which it was made (NOTE-2). The same
 * one again changes nothing but the session. Of too many the oldest are forgotten.
 * @throws AppError `accounts.push_unavailable` on a site without a key, `accounts.push_endpoint_invalid`
 */
export async function storeSubscription(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { viewer: { userId, sessionHash }, subscription: { endpoint, keys }, settings }: NewSubscription,
) {
  if (settings.push_public_key === '') throw new AppError('accounts.push_unavailable')
  if (!isPushEndpoint(endpoint)) throw new AppError('accounts.push_endpoint_invalid')
  const row = { endpointHash: hashToken(endpoint), endpoint, ...keys, userId, sessionHash, createdAt: clock.now() }
  await transaction(async (tx) => {
    await lockAccount(tx, userId)
    await queries.saveSubscription(tx, row)
    await queries.deleteOldest(tx, { userId, kept: PUSH_SUBSCRIPTIONS_PER_MEMBER })
  })
}

/** Forgets a subscription of this member; one of another member stays. */
export async function forgetSubscription(
  { db }: Pick<Context, 'db'>,
  { viewer: { userId }, endpoint }: { viewer: Viewer; endpoint: string },
) {
  await queries.deleteSubscription(db, { userId, endpointHash: hashToken(endpoint) })
}
