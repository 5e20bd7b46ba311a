import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

const columns = ['id', 'publicId', 'userId', 'status', 'done', 'total', 'size', 'requestedAt', 'expiresAt'] as const

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findLatest>>>

export function findLatest(db: Queryable, userId: number) {
  return db
    .selectFrom('dataExports')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function countSince(db: Queryable, { userId, since }: { userId: number; since: Date }) {
  const { n } = await db
    .selectFrom('dataExports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('requestedAt', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

interface NewExport {
  id: number
  publicId: string
  userId: number
  requestedAt: Date
}

/** Returns false when the member has one that is not finished. */
export async function insertExport(tx: Tx, row: NewExport) {
  const inserted = await tx
    .insertInto('dataExports')
    .values(row)
    .onConflict((conflict) => conflict.column('userId').where('status', '=', 'waiting').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Finds an export that is still to be built, and its site. */
export function findWaiting(db: Queryable, publicId: string) {
  return db
    .selectFrom('dataExports')
    .innerJoin('users', 'users.id', 'dataExports.userId')
    .select(['dataExports.userId', 'dataExports.publicId', 'users.siteId'])
    .where('dataExports.publicId', '=', publicId)
    .where('dataExports.status', '=', 'waiting')
    .executeTakeFirst()
}

export async function saveProgress(
  db: Queryable,
  { publicId, done, total }: { publicId: string; done: number; total: number },
) {
  await db.updateTable('dataExports').set({ done, total }).where('publicId', '=', publicId).execute()
}

interface Finished {
  publicId: string
  status: 'ready' | 'failed'
  size: number | null
  expiresAt: Date
}

/** Returns false when the export is gone, because its account was erased meanwhile. */
export async function saveFinished(db: Queryable, { publicId, ...finished }: Finished) {
  const saved = await db
    .updateTable('dataExports')
    .set(finished)
    .where('publicId', '=', publicId)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Finds a finished export for its download or its mail. */
export function findReady(db: Queryable, { publicId, now }: { publicId: string; now: Date }) {
  return db
    .selectFrom('dataExports')
    .innerJoin('users', 'users.id', 'dataExports.userId')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['dataExports.userId', 'dataExports.expiresAt', 'dataExports.requestedAt'])
    .select(['users.siteId', 'users.email', 'users.language', 'users.deletedAt', 'users.confirmedAt'])
    .select(['profiles.name', 'profiles.country'])
    .where('dataExports.publicId', '=', publicId)
    .where('dataExports.status', '=', 'ready')
    .where('dataExports.expiresAt', '>', now)
    .$narrowType<{ expiresAt: Date; country: CountryCode }>()
    .executeTakeFirst()
}

export async function findExpired(db: Queryable, { now, limit }: { now: Date; limit: number }) {
  const rows = await db
    .selectFrom('dataExports')
    .select('publicId')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
  return rows.map(({ publicId }) => publicId)
}

export async function deleteExport(db: Queryable, publicId: string) {
  await db.deleteFrom('dataExports').where('publicId', '=', publicId).execute()
}

export async function exportsOf(tx: Tx, userId: number) {
  const rows = await tx.selectFrom('dataExports').select('publicId').where('userId', '=', userId).execute()
  return rows.map(({ publicId }) => publicId)
}

export async function isThere(db: Queryable, publicId: string) {
  const row = await db
    .selectFrom('dataExports')
    .select(sql`1`.as('one'))
    .where('publicId', '=', publicId)
    .executeTakeFirst()
  return row !== undefined
}
