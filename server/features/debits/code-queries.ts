import { sql } from 'kysely'
import { SMS_CODE_ATTEMPTS } from '#contract/limits.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Makes codes be requested one after the other until the transaction ends, so that their limits hold. */
export async function lockCodes(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('sms codes', 0))`.execute(tx)
}

interface Recipient {
  userId: number
  phoneHash: Buffer
  rangeHash: Buffer
}

/** Counts codes since a time: to a number, its range, of a member and of all; finds the member's latest. */
export function countCodes(tx: Tx, { userId, phoneHash, rangeHash, since }: Recipient & { since: Date }) {
  return tx
    .selectFrom('smsCodes')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('phoneHash', '=', phoneHash).as('toNumber'),
      eb.fn.countAll<number>().filterWhere('rangeHash', '=', rangeHash).as('toRange'),
      eb.fn.countAll<number>().filterWhere('userId', '=', userId).as('byMember'),
      eb.fn.countAll<number>().as('byAll'),
      eb.fn.max('createdAt').filterWhere('userId', '=', userId).as('latest'),
    ])
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
}

interface NewCode extends Recipient {
  id: number
  codeHash: Buffer
  createdAt: Date
  expiresAt: Date
}

/** Stores a code. It is the only valid one of the member. */
export async function insertCode(tx: Tx, code: NewCode) {
  await tx
    .updateTable('smsCodes')
    .set({ usedAt: code.createdAt })
    .where('userId', '=', code.userId)
    .where('usedAt', 'is', null)
    .execute()
  await tx.insertInto('smsCodes').values(code).execute()
}

/** Counts an attempt at the valid code of a member and a number. Returns the code, or undefined. */
export function countAttempt(
  db: Queryable,
  { userId, phoneHash, now }: Pick<Recipient, 'userId' | 'phoneHash'> & { now: Date },
) {
  return db
    .updateTable('smsCodes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('userId', '=', userId)
    .where('phoneHash', '=', phoneHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('attempts', '<', SMS_CODE_ATTEMPTS)
    .returning(['id', 'codeHash'])
    .executeTakeFirst()
}

/** Uses a code up. Returns false if it was used before. */
export async function markUsed(tx: Tx, { id, at }: { id: number; at: Date }) {
  const row = await tx
    .updateTable('smsCodes')
    .set({ usedAt: at })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteCodes(db: Queryable, { before }: { before: Date }) {
  await db.deleteFrom('smsCodes').where('createdAt', '<', before).execute()
}
