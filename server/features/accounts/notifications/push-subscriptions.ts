import { PUSH_SUBSCRIPTIONS_PER_MEMBER } from '#contract/limits.ts'
import type { PushSubscriptionForm } from '#contract/accounts/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { isPushKey } from '#server/platform/push/push-services.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import * as queries from './push-queries.ts'
import { lockAccount } from '#server/features/accounts/queries.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

interface NewSubscription {
  viewer: Viewer
  subscription: PushSubscriptionForm
  /** Endpoint of the subscription that the browser replaced by itself. */
  replaces?: string | undefined
  settings: Pick<Settings, 'push_public_key'>
}

/**
 * Stores the push subscription of a browser until the session ends in which it was made (NOTE-2). The same
 * one again changes nothing but the session. Of too many the oldest are forgotten. One that replaces another
 * is stored only if that was this member's.
 * @throws AppError `accounts.push_unavailable` on a site without a key, `accounts.push_endpoint_invalid`
 */
export async function storeSubscription(
  { transaction, clock, push }: Pick<Context, 'transaction' | 'clock' | 'push'>,
  { viewer: { userId, sessionHash }, subscription: { endpoint, keys }, replaces, settings }: NewSubscription,
) {
  if (settings.push_public_key === '') throw new AppError('accounts.push_unavailable')
  if (!push.accepts(endpoint) || !isPushKey(keys.p256dh)) throw new AppError('accounts.push_endpoint_invalid')
  const subscribed = { endpointHash: hashToken(endpoint), endpoint, ...keys, vapidKey: push.publicKey }
  const row = { ...subscribed, userId, sessionHash, createdAt: clock.now() }
  await transaction(async (tx) => {
    await lockAccount(tx, userId)
    const former = replaces === undefined ? null : { userId, endpointHash: hashToken(replaces) }
    // The browser may have replaced that of a member who was logged in before.
    if (former && !(await queries.deleteSubscription(tx, former))) return
    await queries.saveSubscription(tx, row)
    await queries.deleteOldest(tx, { userId, kept: PUSH_SUBSCRIPTIONS_PER_MEMBER })
  })
}

/** Forgets a browser whose subscription has ended at its push service. The hash is in hexadecimal. */
export async function dropSubscription(db: Queryable, endpointHash: string) {
  await queries.dropSubscription(db, Buffer.from(endpointHash, 'hex'))
}

/** Forgets a subscription of this member; one of another member stays. */
export async function forgetSubscription(
  { db }: Pick<Context, 'db'>,
  { viewer: { userId }, endpoint }: { viewer: Viewer; endpoint: string },
) {
  await queries.deleteSubscription(db, { userId, endpointHash: hashToken(endpoint) })
}
