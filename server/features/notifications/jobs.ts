import { BOUNCE_HALF_LIFE_MS, MAIL_REPORT_MAX_AGE_MS, NOTICE_LOG_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { MINUTE_RUN_MS } from '#server/platform/jobs/jobs.ts'
import { clearNoticeLog, queueRegular, sendNoticeMails, settleOverdue } from './job-kinds.ts'
import { queueRegularMails } from './mails/regular-mails.ts'
import { sendMails } from './mails/send-mails.ts'
import { pushJobs } from './push/send-push.ts'
import * as queries from './queries.ts'
import { deleteOld } from './reports/report-queries.ts'
import { settleMembers } from './settle.ts'

/** Members whose overdue notices are decided one after the other, before others are looked for. */
const BATCH = 200

/** After these nothing is left of the points of an address that could matter. */
const DECAYED_HALF_LIVES = 6

export function notificationsJobs(context: AppContext) {
  const { jobs, clock, database } = context
  jobs.handle(settleOverdue, async (_payload, { signal }) => settleAll(context, signal))
  jobs.handle(clearNoticeLog, async () => {
    const before = new Date(clock.now().getTime() - NOTICE_LOG_DAYS * DAY)
    await database.runLong((db) => queries.deleteLogged(db, { before }))
    const now = clock.now().getTime()
    const old = {
      reportsBefore: new Date(now - 2 * MAIL_REPORT_MAX_AGE_MS),
      bouncedBefore: new Date(now - DECAYED_HALF_LIVES * BOUNCE_HALF_LIFE_MS),
      countsBefore: now,
    }
    await database.runLong((db) => deleteOld(db, old))
  })
  jobs.handle(sendNoticeMails, async (_payload, { signal }) => sendMails(context, signal))
  jobs.handle(queueRegular, async (_payload, { signal }) => queueRegularMails(context, signal))
  pushJobs(context)
  jobs.cron(settleOverdue, '* * * * *')
  jobs.cron(sendNoticeMails, '* * * * *')
  jobs.cron(queueRegular, '* * * * *')
  jobs.cron(clearNoticeLog, '45 3 * * *')
}

/** Decides about all notices that are due. One member whose decision fails does not stop those of others. */
async function settleAll(context: AppContext, signal: AbortSignal) {
  const { db, clock, log } = context
  const until = clock.now().getTime() + MINUTE_RUN_MS
  while (!signal.aborted && clock.now().getTime() < until) {
    const userIds = await queries.dueMembers(db, { now: clock.now(), limit: BATCH })
    let failed = 0
    for (const userId of userIds) {
      if (signal.aborted) return
      await settleMembers(context, [userId]).catch((error: unknown) => {
        failed += 1
        log.error({ err: error }, 'notices of a member not decided')
      })
    }
    // Those of another process, or that failed, would be found again at once.
    if (userIds.length < BATCH || failed > 0) return
  }
}
