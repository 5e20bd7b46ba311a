import { sql } from 'kysely'
import { isOpen } from '#server/features/accounts/fragments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { QuietHours } from './quiet-hours.ts'

interface Stored {
  timeZone: string | null
  quietHours: QuietHours | null
  isDetailed: boolean
}

type Change = { [Name in keyof Stored]: Stored[Name] | undefined }

export async function findSettings(db: Queryable, userId: number): Promise<Stored> {
  const row = await db
    .selectFrom('noticeMembers')
    .select(['timeZone', 'isDetailed'])
    // Written by `saveSettings` alone.
    .select(sql<QuietHours | null>`quiet_hours`.as('quietHours'))
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { timeZone: null, quietHours: null, isDetailed: false }
}

/** Columns without a value stay as they are. */
export async function saveSettings(tx: Tx, { userId, timeZone, quietHours, isDetailed }: Change & { userId: number }) {
  await tx
    .updateTable('noticeMembers')
    .set({ timeZone, quietHours: quietHours && JSON.stringify(quietHours), isDetailed })
    .where('userId', '=', userId)
    .execute()
}

/** Finds the account that a link of a mail names. */
export function findAccount(db: Queryable, profileId: string) {
  return db
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['u.id as userId', 'u.email', 'u.notificationsDisabled as disabled', 'p.publicId as profileId'])
    .select(isOpen('u').as('isOpen'))
    .where('p.publicId', '=', profileId)
    .executeTakeFirst()
}
