import type { LinkPurpose } from '#contract/accounts/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface NewLink {
  tokenHash: Buffer
  userId: number
  purpose: LinkPurpose
  createdAt: Date
  expiresAt: Date
  mailChangeId?: string
}

export async function insertLink(db: Queryable, link: NewLink) {
  await db.insertInto('oneTimeLinks').values(link).execute()
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof lockLink>>>

/** Returns and locks a link and its account; undefined when the account is disabled. */
export function lockLink(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('oneTimeLinks')
    .innerJoin('users', 'users.id', 'oneTimeLinks.userId')
    .select(['oneTimeLinks.userId', 'oneTimeLinks.purpose', 'oneTimeLinks.mailChangeId'])
    .select(['oneTimeLinks.expiresAt', 'oneTimeLinks.usedAt'])
    .select(['users.siteId', 'users.email', 'users.confirmedAt', 'users.deletedAt'])
    .where('oneTimeLinks.tokenHash', '=', tokenHash)
    .where('users.disabledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns a link without locking it, with what others may know about its owner. */
export function peekLink(db: Queryable, tokenHash: Buffer) {
  return db
    .selectFrom('oneTimeLinks')
    .innerJoin('users', 'users.id', 'oneTimeLinks.userId')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['oneTimeLinks.purpose', 'oneTimeLinks.expiresAt', 'oneTimeLinks.usedAt'])
    .select(['users.siteId', 'users.email', 'users.deletedAt', 'profiles.name'])
    .where('oneTimeLinks.tokenHash', '=', tokenHash)
    .where('users.disabledAt', 'is', null)
    .executeTakeFirst()
}

export async function markUsed(tx: Tx, { tokenHash, at }: { tokenHash: Buffer; at: Date }) {
  await tx.updateTable('oneTimeLinks').set({ usedAt: at }).where('tokenHash', '=', tokenHash).execute()
}

/** Deletes the unused links of an account that have these purposes. */
export async function deleteLinks(tx: Tx, { userId, purposes }: { userId: number; purposes: LinkPurpose[] }) {
  await tx
    .deleteFrom('oneTimeLinks')
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute()
}
