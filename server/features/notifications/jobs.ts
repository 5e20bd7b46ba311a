import { NOTICE_LOG_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { clearNoticeLog, settleOverdue } from './job-kinds.ts'
import { pushJobs } from './push/send-push.ts'
import * as queries from './queries.ts'
import { settleMember } from './settle.ts'

/** Members whose overdue notices are decided one after the other, before others are looked for. */
const BATCH = 200

export function notificationsJobs(context: AppContext) {
  const { jobs, clock, database } = context
  jobs.handle(settleOverdue, async (_payload, { signal }) => settleAll(context, signal))
  jobs.handle(clearNoticeLog, async () => {
    const before = new Date(clock.now().getTime() - NOTICE_LOG_DAYS * DAY)
    await database.runLong((db) => queries.deleteLogged(db, { before }))
  })
  pushJobs(context)
  jobs.cron(settleOverdue, '* * * * *')
  jobs.cron(clearNoticeLog, '45 3 * * *')
}

/** Decides about all notices that are due. One member whose decision fails does not stop those of others. */
async function settleAll(context: AppContext, signal: AbortSignal) {
  const { db, clock, log } = context
  while (!signal.aborted) {
    const userIds = await queries.dueMembers(db, { now: clock.now(), limit: BATCH })
    let failed = 0
    for (const userId of userIds) {
      if (signal.aborted) return
      await settleMember(context, userId).catch((error: unknown) => {
        failed += 1
        log.error({ err: error }, 'notices of a member not decided')
      })
    }
    // Those of another process, or that failed, would be found again at once.
    if (userIds.length < BATCH || failed > 0) return
  }
}
