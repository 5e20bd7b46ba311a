import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { Gender } from '#contract/profiles.ts'
import { isActive } from '#server/features/accounts/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { Searcher } from './rules.ts'

/** Finds the fields of a member's profile that set the default filters. */
export function findSearcher(db: Queryable, userId: number) {
  return db
    .selectFrom('profiles')
    .select(['lookingFor', 'country', 'birthDate'])
    .where('userId', '=', userId)
    .$narrowType<Pick<Searcher, 'lookingFor' | 'country'>>()
    .executeTakeFirstOrThrow()
}

/** Finds the fields of a profile that similar members share. */
export function findTraits(db: Queryable, userId: number) {
  return db
    .selectFrom('profiles')
    .select(['gender', 'country', 'birthDate'])
    .where('userId', '=', userId)
    .$narrowType<{ gender: Gender; country: CountryCode }>()
    .executeTakeFirstOrThrow()
}

/**
 * Updates a member's search row from the profile. A new row counts as just active, and is visible if the account is
 * active; afterwards a trigger on accounts writes `visible`. Locks the profile first, so that a concurrent change of the
 * same member cannot overwrite the row with older data.
 */
export async function refreshRow(tx: Tx, { userId, now }: { userId: number; now: Date }) {
  await tx.selectFrom('profiles').select('userId').where('userId', '=', userId).forNoKeyUpdate().execute()
  await sql`
    insert into profile_search as s (user_id, country, region, gender, birth_date, last_active_at, visible, is_fictional)
    select p.user_id, p.country, p.region, p.gender, p.birth_date, ${now},
      ${isActive('u')}, p.is_fictional
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

const writeActivity = prepared(
  'write_activity',
  // Rows are locked in the order of their keys, so that the batches of two nodes cannot deadlock.
  `with active as (
    select s.user_id, activity.at
    from unnest($1::bigint[], $2::timestamptz[]) activity (user_id, at)
    join profile_search s on s.user_id = activity.user_id
    where s.last_active_at < activity.at
    order by s.user_id
    for no key update of s
  )
  update profile_search s set last_active_at = active.at from active where s.user_id = active.user_id`,
)

/** Stores when members were last active. Earlier times than those stored change nothing. */
export async function storeActivity(db: Queryable, activity: { userId: number; at: Date }[]) {
  await writeActivity(db, [activity.map(({ userId }) => userId), activity.map(({ at }) => at)])
}

/** Sets when a member was last active, even to an earlier time. */
export async function overwriteActivity(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx.updateTable('profileSearch').set({ lastActiveAt: at }).where('userId', '=', userId).execute()
}
