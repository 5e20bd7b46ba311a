import { sql } from 'kysely'
import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
import { isOpen } from '#server/features/accounts/fragments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Makes the direct debits from one bank account run one after the other until the transaction ends. */
export async function lockAccount(tx: Tx, ibanHash: Buffer) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`debits:${ibanHash.toString('hex')}`}, 0))`.execute(tx)
}

interface NewMandate {
  id: number
  reference: string
  userId: number
  orderId: number
  details: Buffer
  ibanHash: Buffer
  phoneHash: Buffer
  language: string
  signedAt: Date
  collectedFrom: string
}

export async function insertMandate(tx: Tx, mandate: NewMandate) {
  await tx.insertInto('mandates').values(mandate).execute()
}

/** Returns and locks mandates in their order. */
export function mandatesAfter(tx: Tx, { after, limit }: { after: number; limit: number }) {
  return tx
    .selectFrom('mandates')
    .select(['id', 'reference', 'details'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function replaceDetails(tx: Tx, { id, details }: { id: number; details: Buffer }) {
  await tx.updateTable('mandates').set({ details }).where('id', '=', id).execute()
}

/** Returns the members who paid, or confirm a payment now, with a phone number. */
export async function membersWithPhone(db: Queryable, { phoneHash, limit }: { phoneHash: Buffer; limit: number }) {
  const rows = await db
    .selectFrom('mandates')
    .select('userId')
    .where('phoneHash', '=', phoneHash)
    .union(db.selectFrom('smsCodes').select('userId').where('phoneHash', '=', phoneHash))
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** The orders of a member, and, where it is known, of a bank account that other members use too. */
interface Debtor {
  userId: number
  ibanHash: Buffer | null
}

function debitsOf(db: Queryable, { userId, ibanHash }: Debtor) {
  return db
    .selectFrom('orders as o')
    .where('o.method', '=', 'sdd')
    .where((eb) =>
      eb.or([
        eb('o.userId', '=', userId),
        ...(ibanHash
          ? [eb('o.id', 'in', eb.selectFrom('mandates as m').select('m.orderId').where('m.ibanHash', '=', ibanHash))]
          : []),
      ]),
    )
}

/** Returns whether a bank has taken a direct debit back, not only for lack of money (DEBIT-3). */
export async function hasReturnedDebit(db: Queryable, debtor: Debtor) {
  const row = await debitsOf(db, debtor)
    .innerJoin('chargebacks as c', 'c.orderId', 'o.id')
    .select('o.id')
    .where('o.status', '=', 'charged_back')
    .where('c.isUncovered', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Lists the orders whose direct debit is due and was not collected, in no order: one that fails again and
 * again must not keep the others waiting. None of an account that its owner cannot use: the credits would
 * be worth nothing.
 */
export function debitsToCollect(db: Queryable, { today, limit }: { today: string; limit: number }) {
  return db
    .selectFrom('mandates as m')
    .innerJoin('orders as o', 'o.id', 'm.orderId')
    .select(['m.id', 'm.reference', 'm.details', 'm.ibanHash', 'm.signedAt', 'm.customerRef', 'm.token'])
    .select(['o.id as orderId', 'o.publicId', 'o.userId'])
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where(isOpen('u'))
    .where('o.status', '=', 'pending')
    .where('o.providerRef', 'is', null)
    .where('m.collectedFrom', '<=', today)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
}

/** Lists the orders with a mandate that were not collected of an account that its owner cannot use. */
export async function uncollectedOfClosed(tx: Tx, userId: number) {
  const rows = await tx
    .selectFrom('mandates as m')
    .innerJoin('orders as o', 'o.id', 'm.orderId')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select('o.id')
    .where('m.userId', '=', userId)
    .where('o.status', '=', 'pending')
    .where('o.providerRef', 'is', null)
    .where(sql<boolean>`not ${isOpen('u')}`)
    .orderBy('o.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores how the provider knows a mandate, unless another attempt has. Returns what is stored. */
export async function saveRegistered(
  db: Queryable,
  { id, ...registered }: { id: number; customerRef: string; token: string },
) {
  await db.updateTable('mandates').set(registered).where('id', '=', id).where('customerRef', 'is', null).execute()
  const stored = db.selectFrom('mandates').select(['customerRef', 'token']).where('id', '=', id)
  return stored.$narrowType<{ customerRef: string; token: string }>().executeTakeFirstOrThrow()
}

/** Lists what providers keep of the mandates of a member. */
export function registeredOf(db: Queryable, userId: number) {
  return db
    .selectFrom('mandates as m')
    .innerJoin('orders as o', 'o.id', 'm.orderId')
    .select(['o.provider', 'm.customerRef', 'm.token'])
    .where('m.userId', '=', userId)
    .where('m.customerRef', 'is not', null)
    .$narrowType<{ customerRef: string; token: string }>()
    .execute()
}

/**
 * Sums up the direct debits since a time that were collected or still can be, in minor units. Money that went
 * back was collected too: a debit that the bank returns must not make place for the next one.
 */
export async function debitedSince(tx: Tx, { since, ...debtor }: Debtor & { since: Date }) {
  const { sum } = await debitsOf(tx, debtor)
    .select(sql<number>`coalesce(sum(o.amount_minor), 0)::bigint`.as('sum'))
    .where('o.status', 'not in', ['failed', 'cancelled'])
    .where('o.createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return sum
}

/** Finds what the mail about a mandate names; undefined when the account is gone. */
export function mandateForMail(db: Queryable, { userId, orderId }: { userId: number; orderId: string }) {
  return db
    .selectFrom('mandates as m')
    .innerJoin('orders as o', 'o.id', 'm.orderId')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('profiles as p', 'p.userId', 'm.userId')
    .select(['m.reference', 'm.details', 'm.language', 'm.signedAt', 'm.collectedFrom', 'o.publicId as orderId'])
    .select(['o.siteId', 'o.status', 'o.amountMinor', 'o.currency', 'u.email', 'p.name', 'p.country'])
    .where('m.userId', '=', userId)
    .where('o.publicId', '=', orderId)
    .$narrowType<{ currency: CurrencyCode; country: CountryCode }>()
    .executeTakeFirst()
}

/** Finds the order of a mandate by its public id; undefined for one that is paid in another way. */
export function orderOfMandate(tx: Tx, publicId: string) {
  return tx
    .selectFrom('mandates as m')
    .innerJoin('orders as o', 'o.id', 'm.orderId')
    .select(['o.provider', 'o.checkoutUrl'])
    .where('o.publicId', '=', publicId)
    .executeTakeFirst()
}

/** Lists the mandates of a member, oldest first. */
export function mandatesOf(db: Queryable, userId: number) {
  return db
    .selectFrom('mandates as m')
    .innerJoin('orders as o', 'o.id', 'm.orderId')
    .select(['m.reference', 'm.details', 'm.signedAt', 'm.collectedFrom', 'o.publicId as orderId'])
    .where('m.userId', '=', userId)
    .orderBy('m.id')
    .execute()
}

export async function countryOf(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('profiles')
    .select('country')
    .where('userId', '=', userId)
    .$narrowType<{ country: CountryCode }>()
    .executeTakeFirst()
  return row?.country
}
