import { sql } from 'kysely'
import { landerImagePath } from '#contract/landers/lander-images.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export async function insertImage(db: Queryable, { storageKey, at }: { storageKey: string; at: Date }) {
  await db.insertInto('landerImages').values({ storageKey, createdAt: at, unusedSince: at }).execute()
}

/** Returns those of the keys that have an image, locked until the transaction ends. */
export async function lockImages(tx: Tx, storageKeys: readonly string[]) {
  if (storageKeys.length === 0) return []
  const rows = await tx
    .selectFrom('landerImages')
    .select('storageKey')
    .where('storageKey', 'in', storageKeys)
    .orderBy('storageKey')
    .forUpdate()
    .execute()
  return rows.map(({ storageKey }) => storageKey)
}

/** Stores of images whether content has them now. */
export async function markUse(tx: Tx, { storageKeys, at }: { storageKeys: readonly string[]; at: Date }) {
  for (const storageKey of storageKeys) {
    await sql`
      update lander_images
      set unused_since = case
        when exists (select from lander_contents c where c.images ? ${landerImagePath(storageKey)}) then null
        else coalesce(unused_since, ${at}) end
      where storage_key = ${storageKey}`.execute(tx)
  }
}

/** Deletes images that no content has had since before a time. Returns their keys. */
export async function deleteUnused(tx: Tx, { before, limit }: { before: Date; limit: number }) {
  const rows = await tx
    .deleteFrom('landerImages')
    .where('storageKey', 'in', (eb) =>
      eb
        .selectFrom('landerImages')
        .select('storageKey')
        .where('unusedSince', '<', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('storageKey')
    .execute()
  return rows.map(({ storageKey }) => storageKey)
}
