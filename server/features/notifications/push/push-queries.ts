import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Returns the browsers of a member that show push messages. */
export async function findBrowsers(db: Queryable, userId: number) {
  const rows = await db.selectFrom('pushSubscriptions').select('endpointHash').where('userId', '=', userId).execute()
  return rows.map(({ endpointHash }) => endpointHash.toString('hex'))
}

/** Returns where to send to a browser, unless it is another member's by now. */
export async function findSubscription(
  db: Queryable,
  { userId, endpointHash }: { userId: number; endpointHash: string },
) {
  return db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'p256dh', 'auth', 'vapidKey'])
    .where('endpointHash', '=', Buffer.from(endpointHash, 'hex'))
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Returns the number of the badges: unread messages and new likes (SHELL-7). */
export async function countUnread(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('chatCounts as c', 'c.userId', 'u.id')
    .leftJoin('likeCounts as l', 'l.userId', 'u.id')
    .select(['c.unread', 'l.newLikes'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return (row?.unread ?? 0) + (row?.newLikes ?? 0)
}
