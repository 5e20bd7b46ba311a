import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isOpen, nameInMail } from '#server/features/accounts/fragments.ts'

interface Dormant {
  /** Accounts that were used later, or whose members were notified later, are not due. */
  before: Date
}

interface Night {
  /** Accounts of a night at most. */
  perNight: number
  /** If that is more: all accounts divided by these nights. */
  nights: number
}

/** Finds accounts that are due to be hidden or deleted, in the order of their keys. */
export async function findDormant(db: Queryable, { before, perNight, nights }: Dormant & Night) {
  const limit = sql<number>`greatest(${perNight}::int, (select count(*) / ${nights}::int from users))`
  const rows = await dormant(db, { before }).orderBy('users.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks an account and returns whether its member was notified before; undefined if it is no longer due. The
 * condition is its own statement: one that waits for the lock would not find a log-in that was committed
 * meanwhile.
 */
export async function lockDormant(tx: Tx, { userId, before }: Dormant & { userId: number }) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  return dormant(tx, { before }).where('users.id', '=', userId).executeTakeFirst()
}

/**
 * The latest time at which the account can have been used, by its activity. Of a member in privacy
 * mode the place in the search has only the day (SEARCH-11), whose end counts.
 */
const lastUse = sql<Date>`profile_search.last_active_at
  + case when profiles.is_private then interval '1 day 10 minutes' else interval '0' end`

/**
 * Members who can use their accounts, did not for long, and were not notified of it since. Fictional profiles
 * belong to no person, and unconfirmed accounts have a time of their own (ACC-7). Where an operator has ended
 * the pause of a member who was notified, the member is notified again.
 */
function dormant(db: Queryable, { before }: Dormant) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .innerJoin('profileSearch', 'profileSearch.userId', 'users.id')
    .select('users.id')
    .select(
      sql<boolean>`users.paused_at is not null
        and coalesce(users.dormant_at >= ${lastUse}, false)`.as('isNotified'),
    )
    .where('profileSearch.lastActiveAt', '<=', before)
    .where(lastUse, '<=', before)
    .where((eb) => eb.or([eb('users.dormantAt', 'is', null), eb('users.dormantAt', '<=', before)]))
    .where('users.confirmedAt', 'is not', null)
    .where(isOpen())
    .where('profiles.isFictional', '=', false)
    .where(
      // A log-in whose activity is not stored yet, or was lost with its process.
      sql<boolean>`not exists (select from sessions s where s.user_id = users.id and s.last_used_at > ${before})
        and not exists (select from devices d where d.user_id = users.id and d.used_at > ${before})`,
    )
}

/** Stores when the member was notified. */
export async function saveDormant(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx.updateTable('users').set({ dormantAt: at }).where('id', '=', userId).execute()
}

/** Locks a hidden account and returns the data of the mail about it; undefined if its member is back. */
export function lockDormantRecipient(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.siteId', 'users.email', 'users.language', 'users.dormantAt', 'profiles.country'])
    .select(nameInMail().as('name'))
    .where('users.id', '=', userId)
    .where(isOpen())
    .where('users.pausedAt', 'is not', null)
    .where('users.dormantAt', 'is not', null)
    .$narrowType<{ dormantAt: Date; country: CountryCode }>()
    .forKeyShare('users')
    .executeTakeFirst()
}
