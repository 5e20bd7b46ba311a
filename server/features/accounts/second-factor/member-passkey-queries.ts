import type { Queryable } from '#server/platform/postgres/tx.ts'
import { PasskeyStore } from './passkey-store.ts'

export const memberPasskeys = new PasskeyStore<number>({
  passkeys: 'passkeys',
  challenges: 'passkeyChallenges',
  owner: 'userId',
})

/** Returns what a log-in with a passkey needs of its account. */
export function findPasskeyAccount(db: Queryable, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'emailKey', 'passwordHash', 'disabledAt', 'deletedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
}
