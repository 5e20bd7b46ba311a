import { onlineSince } from '#server/features/profiles/rules.ts'
import type { AppContext } from '#server/context.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import type { NoticeKey } from './current.ts'
import { insertNotices, type RecordedNotice } from './record-query.ts'

type Deps = Pick<AppContext, 'clock' | 'config'>

/**
 * Records what happened, in the transaction of `db` if it is one.
 * Returns the members whose push messages are due now.
 */
export async function recordNotices(
  { clock, config }: Deps,
  db: Queryable,
  events: readonly NoticeKey[],
): Promise<number[]> {
  const at = clock.now()
  const mailAt = new Date(at.getTime() + config.noticeWaitMs)
  const rows = await insertNotices(db, { events: latestOfEach(events), at, onlineSince: onlineSince(at), mailAt })
  return usersOf(rows.filter(({ isPushed }) => isPushed))
}

/** One statement can change a row only once. */
function latestOfEach(events: readonly NoticeKey[]) {
  const byKey = new Map<string, NoticeKey>()
  for (const event of events) {
    const key = `${event.userId} ${event.kind} ${event.otherId}`
    if ((byKey.get(key)?.seq ?? -1) < event.seq) byKey.set(key, event)
  }
  return [...byKey.values()]
}

function usersOf(rows: readonly RecordedNotice[]) {
  return [...new Set(rows.map(({ userId }) => userId))]
}
