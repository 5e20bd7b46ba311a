import { sql } from 'kysely'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { mayShowVisitText } from '#server/features/visibility/fragments.ts'
import { shownVisitsText } from './fragments.ts'

const insert = prepared(
  'add_visit',
  `insert into profile_visits as v (owner_id, visitor_id, visited_at)
  select owner.user_id, visitor.user_id, $3::timestamptz
  from profiles owner
  join profiles visitor on visitor.user_id = $2
  where owner.user_id = $1 and not owner.is_fictional and ${mayShowVisitText('owner', 'visitor')}
  on conflict (owner_id, visitor_id) do update
  set visited_at = excluded.visited_at, seen_at = null
  where v.visited_at <= $4`,
)

interface Visit {
  ownerId: number
  visitorId: number
  at: Date
  /** A stored visit that is later than this stays as it is. */
  pauseSince: Date
}

/** Stores a visit, unless a mode of one of the two prevents it or the last one is recent. */
export async function insertVisit(db: Queryable, { ownerId, visitorId, at, pauseSince }: Visit) {
  await insert(db, [ownerId, visitorId, at, pauseSince])
}

export interface VisitRow {
  visitorId: number
  visitedAt: Date
  isNew: boolean
}

const shownVisits = shownVisitsText('$1')

const page = prepared<VisitRow>(
  'visitors',
  `select v.visitor_id, v.visited_at, v.seen_at is null as is_new
  from ${shownVisits}
    and (v.visited_at, v.visitor_id) < ($2::timestamptz, $3::bigint)
  order by v.visited_at desc, v.visitor_id desc
  limit $4`,
)

/** Lists one page of visits to a member, latest first, without members hidden from the owner. */
export function visitsTo(
  db: Queryable,
  { ownerId, after, limit }: { ownerId: number; after: PageKey | null; limit: number },
) {
  return page(db, [ownerId, after?.at ?? 'infinity', after?.id ?? 0, limit])
}

const count = prepared<{ n: number }>(
  'new_visitors',
  `select count(*)::int as n from ${shownVisits} and v.seen_at is null and not visitor.is_fictional`,
)

/** Counts the visits that a member has not seen. Fictional profiles are not counted (PRO-13). */
export async function countNewVisits(db: Queryable, ownerId: number) {
  const [row] = await count(db, [ownerId])
  return row?.n ?? 0
}

const markSeen = prepared(
  'mark_visits_seen',
  `update profile_visits
  set seen_at = $2::timestamptz
  where owner_id = $1
    and visited_at <= $3::timestamptz
    and visitor_id in (select v.visitor_id from ${shownVisits} and v.seen_at is null)`,
)

/** Marks the visits that a member saw until a time. Those of hidden members are new when shown again. */
export async function markVisitsSeen(
  db: Queryable,
  { ownerId, until, at }: { ownerId: number; until: Date; at: Date },
) {
  await markSeen(db, [ownerId, at, until])
}

/** Deletes visits that are too old. */
export async function deleteOldVisits(db: Queryable, { before }: { before: Date }) {
  await sql`delete from profile_visits where visited_at < ${before}`.execute(db)
}
