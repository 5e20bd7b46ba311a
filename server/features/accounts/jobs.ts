import { DEVICE_MS, OPEN_ORDER_DAYS, UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { DAY } from '#contract/time.ts'
import { buildActivation } from './activation.ts'
import { buildLoginLock } from './login-lock.ts'
import { accountErased } from './events.ts'
import * as queries from './queries.ts'

/** Deletes expired sessions and links, and requests and login attempts that no longer count. Runs every night. */
export const clearEnded = defineJob('accounts.clear_ended', z.unknown())
/** Deletes accounts that stayed unconfirmed (ACC-7). Runs every night. */
export const removeUnconfirmed = defineJob('accounts.remove_unconfirmed', z.unknown())

/** Accounts fetched by one query. */
const BATCH = 200

export function accountsJobs(context: AppContext) {
  const { jobs, mail, clock, database } = context
  mail.define('activation', (request) => buildActivation(context, request))
  mail.define('loginLock', (request) => buildLoginLock(context, request))
  jobs.handle(clearEnded, async () => {
    const now = clock.now()
    const before = {
      now,
      requestsBefore: new Date(now.getTime() - DAY),
      devicesBefore: new Date(now.getTime() - DEVICE_MS),
    }
    await database.runLong((db) => queries.deleteEnded(db, before))
  })
  jobs.handle(removeUnconfirmed, async (_payload, { signal }) => removeAllUnconfirmed(context, signal))
  jobs.cron(clearEnded, '10 3 * * *')
  jobs.cron(removeUnconfirmed, '20 3 * * *')
}

/** Uses one transaction per account, so that one failure does not stop the others. */
async function removeAllUnconfirmed({ db, transaction, clock, log }: Context, signal: AbortSignal) {
  const now = clock.now().getTime()
  const createdBefore = new Date(now - UNCONFIRMED_DAYS * DAY)
  const orderedBefore = new Date(now - OPEN_ORDER_DAYS * DAY)
  let after = 0
  while (!signal.aborted) {
    const userIds = await queries.findUnconfirmed(db, { createdBefore, orderedBefore, after, limit: BATCH })
    for (const userId of userIds) {
      if (signal.aborted) return
      try {
        await transaction(async (tx) => {
          // The member may have opened the link or ordered something since.
          if (!(await queries.lockUnconfirmed(tx, { userId, createdBefore, orderedBefore }))) return
          await emit(tx, accountErased, { userId })
          await queries.deleteUser(tx, userId)
        })
      } catch (error) {
        log.error({ err: error }, 'unconfirmed account not removed')
      }
    }
    const last = userIds.at(-1)
    if (last === undefined || userIds.length < BATCH) return
    after = last
  }
}
