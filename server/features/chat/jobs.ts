import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { reportCheck, runBatches } from '#server/platform/checks.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { repairUnreadCounts } from './repair-query.ts'

/** Compares the unread counts of conversations with their messages, and repairs those that differ. */
export const recountUnread = defineJob('chat.recount_unread', z.object({}))

/** Conversations compared in one batch. */
const BATCH = 2000

export function chatJobs(context: Context) {
  const { jobs } = context
  jobs.handle(recountUnread, async (_payload, { signal }) => {
    const result = await runBatches(context, {
      signal,
      batch: async (tx, after) => {
        const { repaired, last, size } = await repairUnreadCounts(tx, { after, limit: BATCH })
        return { found: repaired, repaired, next: size < BATCH ? null : last }
      },
    })
    await reportCheck(context, { name: 'unread_counts', ...result })
  })
  jobs.cron(recountUnread, '40 3 * * *')
}
