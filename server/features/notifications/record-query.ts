import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import type { NoticeKey } from './current.ts'

export interface RecordedNotice {
  userId: number
  mailAt: Date
  /** The member was away when it happened. */
  isPushed: boolean
  /** The first that waits since the last mail. */
  isFirst: boolean
}

/**
 * Inserts what waits to be sent. All mails of a member are due at one time, that of the first event. A later
 * event of the same kind and member changes the row only if it is to be pushed. In the order of the keys, so
 * that two statements do not block each other.
 */
const insert = prepared<RecordedNotice>(
  'record_notices',
  `insert into notices as n (user_id, kind, other_id, seq, happened_at, push_at, mail_at)
  select e.user_id, e.kind, e.other_id, e.seq, $5::timestamptz,
    case when s.last_active_at >= $6::timestamptz then null else $5::timestamptz end,
    coalesce((select min(w.mail_at) from notices w where w.user_id = e.user_id), $7::timestamptz)
  from unnest(
    (select $1::bigint[]), (select $2::text[]), (select $3::bigint[]), (select $4::int[])
  ) as e (user_id, kind, other_id, seq)
  join users u on u.id = e.user_id
  join users o on o.id = e.other_id
  left join profile_search s on s.user_id = e.user_id
  order by e.user_id, e.kind, e.other_id
  on conflict (user_id, kind, other_id) do update
  set seq = excluded.seq, push_at = excluded.push_at, mail_at = coalesce(n.mail_at, excluded.mail_at)
  where n.seq < excluded.seq and (excluded.push_at is not null or n.mail_at is null)
  returning n.user_id, n.mail_at, n.push_at is not null as is_pushed,
    n.mail_at = $7::timestamptz as is_first`,
)

interface Recording {
  events: readonly NoticeKey[]
  at: Date
  /** A member whose last activity is later is online. */
  onlineSince: Date
  mailAt: Date | null
}

export function insertNotices(db: Queryable, { events, at, onlineSince, mailAt }: Recording) {
  return insert(db, [
    events.map(({ userId }) => userId),
    events.map(({ kind }) => kind),
    events.map(({ otherId }) => otherId),
    events.map(({ seq }) => seq),
    at,
    onlineSince,
    mailAt,
  ])
}
