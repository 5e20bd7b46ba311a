import { z } from 'zod'
import { LIKE_NOTICE_MS } from '#contract/limits.ts'
import { runCheck } from '#server/platform/checks.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { deleteNotices, repairCounts } from './count-queries.ts'
import { deliverHeldLikes } from './service.ts'

/** Deletes old notices, and compares the counts of new likes with the likes and repairs those that differ. */
export const recountLikes = defineJob('likes.recount', z.object({}), 'maintenance')

/** Delivers the likes that a member gave before the address was confirmed (LIKE-12). */
export const deliverLikes = defineJob('likes.deliver', z.object({ userId: z.int() }))

export function likesJobs(context: Context) {
  const { jobs, clock, database } = context
  jobs.handle(recountLikes, async (_payload, { signal }) => {
    const before = new Date(clock.now().getTime() - LIKE_NOTICE_MS)
    await database.runLong((db) => deleteNotices(db, { before }))
    await runCheck(context, { name: 'like_counts', signal, batch: repairCounts })
  })
  jobs.handle(deliverLikes, (payload) => deliverHeldLikes(context, payload))
  jobs.cron(recountLikes, '50 3 * * *')
}
