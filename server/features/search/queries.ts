import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Finds the fields of a profile that similar members share; undefined where it is erased. */
export function findTraits(db: Queryable, userId: number) {
  return db
    .selectFrom('profiles')
    .select(['gender', 'country', 'birthDate'])
    .where('userId', '=', userId)
    .$narrowType<{ gender: Gender; country: CountryCode }>()
    .executeTakeFirst()
}

/**
 * What a search row copies, for rows `p` of profiles and `u` of users. Both functions are in
 * server/functions/search.sql: `search_visible` decides who can be found, `search_facets` packs filtered
 * fields.
 */
export const rowColumns = sql.raw('country, region, gender, birth_date, is_fictional, cell, facets, visible')
export const rowOfMember = sql.raw(`p.country, p.region, p.gender, p.birth_date, p.is_fictional, p.cell,
  search_facets(p), search_visible(u, p)`)

/**
 * Updates a member's search row from the profile. A new row counts as just active; then triggers on accounts,
 * profiles and photos write `visible`, `facets` and `cell`. Locks the profile first, so that a concurrent
 * change of the member cannot overwrite the row with older data.
 */
export async function refreshRow(tx: Tx, { userId, now }: { userId: number; now: Date }) {
  await tx.selectFrom('profiles').select('userId').where('userId', '=', userId).forNoKeyUpdate().execute()
  await sql`
    insert into profile_search as s (user_id, last_active_at, ${rowColumns})
    select p.user_id, ${now}, ${rowOfMember}
    from profiles p
    join users u on u.id = p.user_id
    where p.user_id = ${userId}
    on conflict (user_id) do update
    set country = excluded.country, region = excluded.region, gender = excluded.gender,
      birth_date = excluded.birth_date, is_fictional = excluded.is_fictional
    where (s.country, s.region, s.gender, s.birth_date, s.is_fictional) is distinct from
      (excluded.country, excluded.region, excluded.gender, excluded.birth_date, excluded.is_fictional)
  `.execute(tx)
}

/** Deletes a member's search row. */
export async function deleteRow(tx: Tx, userId: number) {
  await tx.deleteFrom('profileSearch').where('userId', '=', userId).execute()
}

const writeActivity = prepared<{ userId: number; wasAway: boolean }>(
  'write_activity',
  // Rows are locked in the order of their keys, so that the batches of two nodes cannot deadlock.
  `with active as (
    select s.user_id, place.at, s.last_active_at < $3 and not p.is_private as was_away
    from unnest($1::bigint[], $2::timestamptz[]) activity (user_id, at)
    join profile_search s on s.user_id = activity.user_id
    join profiles p on p.user_id = activity.user_id
    cross join lateral (select case when p.is_private then day_of_activity(activity.at) else activity.at end as at) place
    where s.last_active_at < place.at
    order by s.user_id
    for no key update of s
  )
  update profile_search s set last_active_at = active.at from active where s.user_id = active.user_id
  returning s.user_id, active.was_away`,
)

/**
 * Stores when members were last active, of those in privacy mode only the day (SEARCH-11). Earlier times
 * change nothing. Returns those not online before according to `onlineSince`, without those in privacy mode.
 */
export async function storeActivity(
  db: Queryable,
  { activity, onlineSince }: { activity: readonly { userId: number; at: Date }[]; onlineSince: Date },
) {
  const rows = await writeActivity(db, [
    activity.map(({ userId }) => userId),
    activity.map(({ at }) => at),
    onlineSince,
  ])
  return rows.filter(({ wasAway }) => wasAway).map(({ userId }) => userId)
}

/** Returns those of the members who were not active since then on any node, without those in privacy mode. */
export async function findAway(
  db: Queryable,
  { userIds, onlineSince }: { userIds: readonly number[]; onlineSince: Date },
) {
  const rows = await db
    .selectFrom('profileSearch')
    .innerJoin('profiles', 'profiles.userId', 'profileSearch.userId')
    .select('profileSearch.userId')
    // One parameter: a statement can have 65,535 of them, and more members can be idle.
    .where(sql<boolean>`profile_search.user_id = any(${userIds}::bigint[])`)
    .where('lastActiveAt', '<', onlineSince)
    .where('isPrivate', '=', false)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Members who are adopted from other processes at most. */
const ACTIVE_LIMIT = 50_000

/** Lists members active since a time on any node, the latest first, without those in privacy mode. */
export function findActiveSince(db: Queryable, since: Date) {
  return db
    .selectFrom('profileSearch')
    .innerJoin('profiles', 'profiles.userId', 'profileSearch.userId')
    .select(['profileSearch.userId', 'profileSearch.lastActiveAt'])
    .where('lastActiveAt', '>=', since)
    .where('isPrivate', '=', false)
    .orderBy('lastActiveAt', 'desc')
    .limit(ACTIVE_LIMIT)
    .execute()
}

/** Sets when a member was last active, even to an earlier time. */
export async function overwriteActivity(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx.updateTable('profileSearch').set({ lastActiveAt: at }).where('userId', '=', userId).execute()
}
