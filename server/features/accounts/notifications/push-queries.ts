import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface NewSubscription {
  endpointHash: Buffer
  userId: number
  sessionHash: Buffer
  endpoint: string
  p256dh: string
  auth: string
  vapidKey: string
  createdAt: Date
}

/**
 * Inserts a subscription, or gives that of a shared browser to the member who is logged in there now, as
 * their newest one. Of a session that ended meanwhile nothing is stored.
 */
export async function saveSubscription(tx: Tx, row: NewSubscription) {
  const { endpointHash, userId, sessionHash, endpoint, p256dh, auth, vapidKey, createdAt } = row
  await sql`
    insert into push_subscriptions 
      (endpoint_hash, user_id, session_hash, endpoint, p256dh, auth, vapid_key, created_at)
    select ${endpointHash}, user_id, token_hash, ${endpoint}, ${p256dh}, ${auth}, ${vapidKey}, ${createdAt}
    from sessions where token_hash = ${sessionHash} and user_id = ${userId}
    for key share
    on conflict (endpoint_hash) do update set
      user_id = excluded.user_id, session_hash = excluded.session_hash, p256dh = excluded.p256dh,
      auth = excluded.auth, vapid_key = excluded.vapid_key, created_at = excluded.created_at`.execute(tx)
}

/** Deletes all but the newest subscriptions of a member. */
export async function deleteOldest(tx: Tx, { userId, kept }: { userId: number; kept: number }) {
  await tx
    .deleteFrom('pushSubscriptions')
    .where('endpointHash', 'in', (eb) =>
      eb
        .selectFrom('pushSubscriptions')
        .select('endpointHash')
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('endpointHash')
        .offset(kept),
    )
    .execute()
}

/** Returns whether the member had it. */
export async function deleteSubscription(
  db: Queryable,
  { userId, endpointHash }: { userId: number; endpointHash: Buffer },
) {
  const { numDeletedRows } = await db
    .deleteFrom('pushSubscriptions')
    .where('endpointHash', '=', endpointHash)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes a subscription of any member. */
export async function dropSubscription(db: Queryable, endpointHash: Buffer) {
  await db.deleteFrom('pushSubscriptions').where('endpointHash', '=', endpointHash).execute()
}
