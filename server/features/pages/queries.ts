import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export interface NewComplaint {
  id: number
  /** The account that has confirmed the address. */
  userId: number | null
  publicId: string
  clientId: string
  siteId: number
  topic: string
  name: string
  email: string
  body: string
  /** Of a request to remove an image. */
  place: string
  language: string
  createdAt: Date
}

/** Serialises complaints from one address until the transaction ends, so that their limit holds. */
export async function lockComplainant(tx: Tx, email: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`complaints:${email}`}, 0))`.execute(tx)
}

export async function countComplaintsSince(tx: Tx, { email, since }: { email: string; since: Date }) {
  const { n } = await tx
    .selectFrom('complaints')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('email', '=', email)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

export async function findByClientId(db: Queryable, { clientId, email }: { clientId: string; email: string }) {
  const row = await db
    .selectFrom('complaints')
    .select(['publicId', 'createdAt', 'userId'])
    .where('clientId', '=', clientId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether it was stored: another form may have used the client id. */
export async function insertComplaint(tx: Tx, complaint: NewComplaint) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('complaints')
    .values(complaint)
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the account that has confirmed an address, if there is one. */
export async function findAccountOf(db: Queryable, email: string) {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('emailKey', '=', email)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Gives an account the complaints of its address that belong to no one yet. One that has not confirmed its
 * address may have named someone else's.
 */
export async function assignComplaints(tx: Tx, userId: number) {
  await tx
    .updateTable('complaints')
    .from('users')
    .set({ userId })
    .whereRef('complaints.email', '=', 'users.emailKey')
    .where('complaints.userId', 'is', null)
    .where('users.id', '=', userId)
    .where('users.confirmedAt', 'is not', null)
    .execute()
}

/** Removes name, address and text from the complaints of an account, whatever its address was then. */
export async function clearComplaintsOf(tx: Tx, userId: number) {
  // One that was sent while the address was being confirmed may have been missed.
  await assignComplaints(tx, userId)
  await tx
    .updateTable('complaints')
    .set({ name: '', email: '', body: '', place: '' })
    .where('userId', '=', userId)
    .execute()
}

/** Finds a complaint for its receipt; null without an address, which is removed with an account. */
export async function findComplaint(db: Queryable, publicId: string) {
  const row = await db
    .selectFrom('complaints')
    .select(['publicId', 'siteId', 'email', 'language', 'createdAt'])
    .where('publicId', '=', publicId)
    .where('email', '!=', '')
    .executeTakeFirst()
  return row ?? null
}

export async function deleteComplaintsBefore(db: Queryable, before: Date) {
  await db.deleteFrom('complaints').where('createdAt', '<', before).execute()
}

/** Returns the Markdown that operators have written for a page, or null. */
export async function findPageText(db: Queryable, { page, language }: { page: string; language: string }) {
  const row = await db
    .selectFrom('pageTexts')
    .select('markdown')
    .where('page', '=', page)
    .where('language', '=', language)
    .executeTakeFirst()
  return row?.markdown ?? null
}

interface NewPageText {
  page: string
  language: string
  markdown: string
  at: Date
}

export async function savePageText(tx: Tx, { at: updatedAt, ...text }: NewPageText) {
  await tx
    .insertInto('pageTexts')
    .values({ ...text, updatedAt })
    .onConflict((conflict) =>
      conflict.columns(['page', 'language']).doUpdateSet({ markdown: text.markdown, updatedAt }),
    )
    .execute()
}

export async function deletePageText(tx: Tx, { page, language }: { page: string; language: string }) {
  await tx.deleteFrom('pageTexts').where('page', '=', page).where('language', '=', language).execute()
}
