import { sql } from 'kysely'
import type { EntryKind } from '#contract/credits/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isOfOrder, type Entry } from './rules.ts'

/** Inserts an empty balance for a new account. */
export async function insertBalance(tx: Tx, userId: number) {
  await tx
    .insertInto('accountBalances')
    .values({ userId })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
}

/** Returns the address of an account. */
export async function emailOf(tx: Tx, userId: number) {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  return email
}

/** Records that a mailbox's owner got free credits. Returns false if a member with it has got them. */
export async function recordSignupGrant(tx: Tx, grant: { userId: number; mailbox: Buffer }) {
  const row = await tx
    .insertInto('signupGrants')
    .values(grant)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another member with this mailbox got free credits. */
export async function hasGrantOfOther(tx: Tx, { userId, mailbox }: { userId: number; mailbox: Buffer }) {
  const row = await tx
    .selectFrom('signupGrants')
    .select('userId')
    .where('mailbox', '=', mailbox)
    .where('userId', '!=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the balance of an erased account; remaining credits are lost. */
export async function deleteBalance(tx: Tx, userId: number) {
  await tx.deleteFrom('accountBalances').where('userId', '=', userId).execute()
}

/**
 * Appends a ledger entry and changes the balance by its amount, in one statement that locks the balance
 * first. An amount that the balance does not cover, or a cause already in the ledger, changes nothing. The
 * entry's id is greater than `id` if the member has a newer entry: ids are made before the balance is locked.
 * The balance is set to the entry's: `balance + amount` would first be computed from the snapshot's row, and
 * a spend that only a concurrent grant covers would violate the check. Returns the balance before and, if the
 * entry was written, after; undefined if the account has no balance.
 */
export async function appendEntry(
  tx: Tx,
  { id, userId, kind, ref, amount, at }: Entry & { id: number; amount: number; at: Date },
) {
  // Premium does not begin with credits that are returned or taken back.
  const isTakenBack = amount < 0 && (isOfOrder(kind) || kind === 'adjustment')
  const { rows } = await sql<{ before: number; after: number | null; isPremium: boolean }>`
    with locked as (
      select balance, premium_since, last_entry_id
      from account_balances
      where user_id = ${userId}
      for no key update
    ),
    entry as (
      insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
      select ${userId}::bigint, greatest(${id}::bigint, last_entry_id + 1), ${kind}, ${ref}, ${amount}::int,
        balance + ${amount}::int, ${at}::timestamptz
      from locked
      where balance + ${amount}::int >= 0
      on conflict (user_id, kind, ref) do nothing
      returning id, balance_after
    ),
    moved as (
      update account_balances
      set balance = entry.balance_after,
        last_entry_id = entry.id,
        credits_until_premium = case when ${isTakenBack} then null else credits_until_premium end
      from entry
      where user_id = ${userId}
      returning premium_since
    )
    select balance as before, (select balance_after from entry) as after,
      coalesce((select premium_since from moved), premium_since) is not null as "isPremium"
    from locked`.execute(tx)
  return rows[0]
}

/** Returns whether this cause is in the ledger. */
export async function hasEntry(db: Queryable, entry: Entry) {
  return (await entryAmount(db, entry)) !== undefined
}

/** Returns the credits of this cause in the ledger; undefined if there is none. */
export async function entryAmount(db: Queryable, { userId, kind, ref }: Entry) {
  const row = await db
    .selectFrom('creditLedger')
    .select('amount')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row?.amount
}

/** Starts premium at `at` unless it has started before. */
export async function setPremium(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx
    .updateTable('accountBalances')
    .set({ premiumSince: at, creditsUntilPremium: null })
    .where('userId', '=', userId)
    .where('premiumSince', 'is', null)
    .execute()
}

/** Makes premium begin after so many spent credits, unless it has begun or waits for fewer. */
export async function postponePremium(tx: Tx, { userId, credits }: { userId: number; credits: number }) {
  await tx
    .updateTable('accountBalances')
    .set({ creditsUntilPremium: credits })
    .where('userId', '=', userId)
    .where('premiumSince', 'is', null)
    .where((where) => where.or([where('creditsUntilPremium', 'is', null), where('creditsUntilPremium', '>', credits)]))
    .execute()
}

/** Returns after how many spent credits premium begins; null if no purchase waits for that. */
export async function creditsUntilPremium(tx: Tx, userId: number) {
  const row = await tx
    .selectFrom('accountBalances')
    .select('creditsUntilPremium')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.creditsUntilPremium ?? null
}

/** Ends premium, also one that has not begun. Returns the balance, or null if the member was not premium. */
export async function clearPremium(tx: Tx, userId: number) {
  const earlier = await tx
    .selectFrom('accountBalances')
    .select(['balance', 'premiumSince'])
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('accountBalances')
    .set({ premiumSince: null, creditsUntilPremium: null })
    .where('userId', '=', userId)
    .execute()
  return earlier?.premiumSince ? earlier.balance : null
}

/** Locks a balance until the transaction ends. Returns it; 0 for an account without one. */
export async function lockBalance(tx: Tx, userId: number) {
  const row = await tx
    .selectFrom('accountBalances')
    .select('balance')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.balance ?? 0
}

/** Lists all entries of a member in order of the balances, as far as they decide which credits are spent. */
export function ledgerLines(db: Queryable, userId: number) {
  return db
    .selectFrom('creditLedger')
    .select(['kind', 'ref', 'amount'])
    .where('userId', '=', userId)
    .orderBy('id')
    .$narrowType<{ kind: EntryKind }>()
    .execute()
}

/** Lists the changes of a member's balance, newest first; with `before` those older than that entry. */
export function statementRows(
  db: Queryable,
  { userId, before, limit }: { userId: number; before: number | null; limit: number },
) {
  return db
    .selectFrom('creditLedger')
    .select(['id', 'kind', 'ref', 'amount', 'balanceAfter', 'createdAt'])
    .where('userId', '=', userId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: EntryKind }>()
    .execute()
}

/**
 * Compares the balances of a batch of accounts with the sums of their ledger entries. Returns how many
 * differ. Accounts without a balance row count as 0.
 */
export async function countWrongBalances(tx: Tx, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<{ wrong: number; last: number | null; size: number }>`
    select count(*) filter (where balance <> total) as wrong, max(id) as last, count(*) as size
    from (
      select u.id, coalesce(b.balance, 0) as balance, ledger.total
      from (select id from users where id > ${after} order by id limit ${limit}) u
      left join account_balances b on b.user_id = u.id
      cross join lateral (
        select coalesce(sum(amount), 0) as total
        from credit_ledger
        where user_id = u.id
      ) ledger
    ) accounts`.execute(tx)
  return rows[0] ?? { wrong: 0, last: null, size: 0 }
}
