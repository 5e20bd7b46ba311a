import { sql } from 'kysely'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { userIdOf } from './queries.ts'

/** What a text can name, besides the beginning of a name. */
export interface SearchKeys {
  /** Public id of a profile, or of an order. */
  publicId: string | null
  emailKey: string | null
  /** Members with a phone number. */
  userIds: number[]
  /** Reference that a provider gave a payment. */
  paymentRef: string | null
}

interface Place {
  /** Id of the last member of the page before. */
  before: string | undefined
  limit: number
}

export type ListedRow = Awaited<ReturnType<typeof newestMembers>>[number]

/** Lists members by the time of their sign-up, the newest first. */
export async function newestMembers(db: Queryable, { before, limit }: Place) {
  // Read first: of a number the planner knows how many accounts are below it, of a subquery it does not.
  const last = before === undefined ? undefined : await userIdOf(db, before)
  if (before !== undefined && last === undefined) return []
  return (
    members(db)
      // Of both tables: a merge join would read the newer rows of the other one.
      .$if(last !== undefined, (query) =>
        query.where('users.id', '<', last ?? 0).where('profiles.userId', '<', last ?? 0),
      )
      .orderBy('users.id', 'desc')
      .limit(limit)
      .execute()
  )
}

/** Finds the members that ids, an address, a phone number or a payment name. */
export function membersByKeys(db: Queryable, { keys, limit }: { keys: SearchKeys; limit: number }) {
  const { publicId, emailKey, userIds, paymentRef } = keys
  return members(db)
    .where(
      'users.id',
      'in',
      sql<number>`(
        select user_id from profiles where public_id = ${publicId}
        union select id from users where email_key = ${emailKey}
        union select user_id from orders where public_id = ${publicId}
        union select user_id from orders where provider_ref = ${paymentRef}
        union select unnest(${userIds}::bigint[])
      )`,
    )
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
}

/** Finds members whose names begin like this, in the order of the index `profiles_by_name`. */
export function membersByName(db: Queryable, { start, before, limit }: Place & { start: string }) {
  const name = sql<string>`lower(profiles.name) collate "C"`
  const first = sql<string>`lower(${start}) collate "C"`
  return members(db)
    .where(name, '>=', first)
    .where(name, '<', sql<string>`(lower(${start}) || chr(1114111)) collate "C"`)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(profiles.name) collate "C", profiles.user_id) > (
          select lower(last.name) collate "C", last.user_id from profiles last where last.public_id = ${before})`,
      ),
    )
    .orderBy(name)
    .orderBy('profiles.userId')
    .limit(limit)
    .execute()
}

function members(db: Queryable) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .select(['users.id as userId', 'users.siteId', 'users.email', 'users.createdAt', 'users.confirmedAt'])
    .select(['users.pausedAt', 'users.deletedAt', 'users.disabledAt'])
    .select(['profiles.publicId', 'profiles.name', 'profiles.country'])
    .select((eb) =>
      eb
        .selectFrom('accountBalances')
        .select('accountBalances.premiumSince')
        .whereRef('accountBalances.userId', '=', 'users.id')
        .as('premiumSince'),
    )
}
