import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { accountVisibilityChanged } from './events.ts'
import { endSessions } from './service.ts'

/**
 * Closes an account until a time, or for good: it is logged out and hidden everywhere. In the transaction of
 * the decision. Closing it again only changes the end.
 * Source: ACC-32.
 */
export async function suspendAccount(tx: Tx, { userId, at, until }: { userId: number; at: Date; until: Date | null }) {
  const suspended = await tx
    .updateTable('users')
    .set({ disabledAt: sql`coalesce(disabled_at, ${at})`, disabledUntil: until })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!suspended) return
  await endSessions(tx, { userId, except: [] })
  await emit(tx, accountVisibilityChanged, { userId })
}

/**
 * Opens a closed account again. Its data is as it was; the member logs in. An earlier notice that the account
 * is not used no longer counts (ACC-33): the member could not come back.
 */
export async function liftSuspension(tx: Tx, { userId }: { userId: number }) {
  const opened = await tx
    .updateTable('users')
    .set({ disabledAt: null, disabledUntil: null, dormantAt: null })
    .where('id', '=', userId)
    .where('disabledAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (opened) await emit(tx, accountVisibilityChanged, { userId })
}

/** Opens the accounts whose suspension is over. */
export async function endSuspensions({ db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>) {
  const over = await db.selectFrom('users').select('id').where('disabledUntil', '<=', clock.now()).execute()
  for (const { id } of over) {
    await transaction(async (tx) => {
      const row = tx.selectFrom('users').select('id').where('id', '=', id).where('disabledUntil', '<=', clock.now())
      if (await row.forUpdate().executeTakeFirst()) await liftSuspension(tx, { userId: id })
    })
  }
}
