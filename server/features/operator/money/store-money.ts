import { z } from 'zod'
import { DAY } from '#contract/time.ts'
import { runCheck } from '#server/platform/checks.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { transactions } from '#server/platform/postgres/db.ts'
import { daysToStore, findWrongDays, firstStoredDay, storeDay } from './sums-query.ts'

/** Days that one run stores: of a site that has sold for years, the first runs store the rest. */
const DAYS_PER_RUN = 400
/** Days that one batch of the check compares. */
const DAYS_PER_BATCH = 31

/** Compares the stored sums of money with orders, ledger and receipts, and stores those that differ again. */
export const recountMoneyJob = defineJob('operator.recount_money', z.object({}), 'maintenance')

/**
 * Stores the money and VAT of days that are over, each in a transaction of its own, so that pages need not
 * read orders and receipts of these (OPER-15).
 */
export async function storeMoneyDays(
  { database, events, clock }: Pick<Context, 'database' | 'events' | 'clock'>,
  signal?: AbortSignal,
) {
  await database.runLong(async (db) => {
    const transaction = transactions({ db, events })
    const at = clock.now()
    for (const from of await daysToStore(db, { at, limit: DAYS_PER_RUN })) {
      if (signal?.aborted) return
      await transaction((tx) => storeDay(tx, { from, until: new Date(from.getTime() + DAY), at }))
    }
  })
}

/** Compares all stored days with the tables, and stores those that differ again. */
export async function recountMoney(context: Context, signal: AbortSignal) {
  const at = context.clock.now()
  await runCheck(context, {
    name: 'money_sums',
    signal,
    async batch(tx, after) {
      // The key of a batch is a time in days.
      const from = after === 0 ? await firstStoredDay(tx) : new Date(after * DAY)
      if (!from) return { found: 0, repaired: 0, next: null }
      const until = new Date(from.getTime() + DAYS_PER_BATCH * DAY)
      const days = await findWrongDays(tx, { from, until })
      for (const day of days) await storeDay(tx, { from: day, until: new Date(day.getTime() + DAY), at })
      return { found: days.length, repaired: days.length, next: until < at ? until.getTime() / DAY : null }
    },
  })
}
