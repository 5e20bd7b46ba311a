import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { Address } from '#server/features/notifications/mails/mail-queries.ts'

/** Remembers a report. Returns false if it was handled before. */
export async function insertReport(tx: Tx, { id, receivedAt }: { id: Buffer; receivedAt: Date }) {
  const inserted = await tx
    .insertInto('mailReports')
    .values({ id, receivedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Locks what is known of an address, and returns it. */
export async function lockAddress(tx: Tx, hash: Buffer) {
  await tx
    .insertInto('mailAddresses')
    .values({ addressHash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('mailAddresses')
    .select(['bounces', 'bouncedAt', 'complainedAt'])
    .where('addressHash', '=', hash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveAddress(tx: Tx, hash: Buffer, address: Partial<Address>) {
  await tx.updateTable('mailAddresses').set(address).where('addressHash', '=', hash).execute()
}

/** Finds the accounts with an address, on all sites. */
export async function accountsOf(tx: Tx, email: string) {
  const rows = await tx.selectFrom('users').select('id').where('emailKey', '=', email).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function findEmail(db: Queryable, userId: number) {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email
}

/** Returns the address to which a mail went: that of its account, unless it was changed since. */
export async function findMailAddress(db: Queryable, mailId: number) {
  const row = await db
    .selectFrom('noticeMails')
    .innerJoin('users', 'users.id', 'noticeMails.userId')
    .select('users.email')
    .where('noticeMails.id', '=', mailId)
    .where(
      sql<boolean>`not exists (
        select from mail_changes c
        where c.user_id = notice_mails.user_id and c.completed_at > notice_mails.created_at
      )`,
    )
    .executeTakeFirst()
  return row?.email
}

/** Deletes what no longer has an effect: old reports, and addresses whose points have decayed. */
export async function deleteOld(db: Queryable, { reportsBefore, bouncedBefore, countsBefore }: OldReports) {
  await db.deleteFrom('mailReports').where('receivedAt', '<', reportsBefore).execute()
  await db
    .deleteFrom('mailAddresses')
    .where('complainedAt', 'is', null)
    .where((eb) => eb.or([eb('bouncedAt', 'is', null), eb('bouncedAt', '<', bouncedBefore)]))
    .execute()
  await db.deleteFrom('mailDomainCounts').where('expire', '<', countsBefore).execute()
}

interface OldReports {
  reportsBefore: Date
  bouncedBefore: Date
  /** In milliseconds, as the rate limiter stores it. */
  countsBefore: number
}
