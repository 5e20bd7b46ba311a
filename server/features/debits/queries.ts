import { sql } from 'kysely'
import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
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
  language: string
  signedAt: Date
  collectedFrom: string
}

export async function insertMandate(tx: Tx, mandate: NewMandate) {
  await tx.insertInto('mandates').values(mandate).execute()
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

/** Returns whether a bank has taken a direct debit back (DEBIT-3). */
export async function hasReturnedDebit(db: Queryable, debtor: Debtor) {
  const row = await debitsOf(db, debtor).select('o.id').where('o.status', '=', 'charged_back').executeTakeFirst()
  return row !== undefined
}

/** Sums up the direct debits since a time that were collected or still can be, in minor units. */
export async function debitedSince(tx: Tx, { since, ...debtor }: Debtor & { since: Date }) {
  const { sum } = await debitsOf(tx, debtor)
    .select(sql<number>`coalesce(sum(o.amount_minor), 0)::bigint`.as('sum'))
    .where('o.status', 'in', ['pending', 'completed'])
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
    .select(['o.siteId', 'o.amountMinor', 'o.currency', 'u.email', 'p.name', 'p.country'])
    .where('m.userId', '=', userId)
    .where('o.publicId', '=', orderId)
    .$narrowType<{ currency: CurrencyCode; country: CountryCode }>()
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
