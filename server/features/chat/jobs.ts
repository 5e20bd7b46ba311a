import { z } from 'zod'
import { RESEND_DAYS, UNSENT_CHAT_PHOTO_MS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { runBatches, runCheck } from '#server/platform/checks.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { expireMessages } from './upkeep/expire-query.ts'
import { deleteUnsentUploads } from './send/upload-queries.ts'
import { clearUpload, handleUploadFiles } from './upload-files.ts'
import { rateAnswers } from './upkeep/rate-answers-query.ts'
import { repairChatCounts, repairUnreadCounts } from './upkeep/repair-query.ts'
import { historyStart } from './rules.ts'

/**
 * Compares the unread counts of conversations with their messages, and members' counts with their
 * conversations, and repairs differences.
 */
export const recountUnread = defineJob('chat.recount_unread', z.object({}), 'maintenance')

/** Rates who answers often (CHAT-30). Runs every night, so that no page counts messages. */
export const rateAnswersJob = defineJob('chat.rate_answers', z.object({}), 'maintenance')

/** Deletes messages that neither side can see any more, and uploads that were not sent. Runs every night. */
export const clearMessages = defineJob('chat.clear_messages', z.unknown(), 'maintenance')

/** Conversations whose messages are deleted in one batch, and uploads. */
const CLEAR_BATCH = 500

export function chatJobs(context: Context) {
  const { jobs, clock, transaction } = context
  handleUploadFiles(context)

  jobs.handle(recountUnread, async (_payload, { signal }) => {
    await runCheck(context, { name: 'unread_counts', signal, batch: repairUnreadCounts })
    await runCheck(context, { name: 'chat_counts', signal, batch: repairChatCounts })
  })
  jobs.cron(recountUnread, '40 3 * * *')

  jobs.handle(rateAnswersJob, async (_payload, { signal }) => {
    const now = clock.now()
    await runBatches(context, { signal, batch: (tx, after) => rateAnswers(tx, { after, now }) })
  })
  jobs.cron(rateAnswersJob, '10 4 * * *')

  jobs.handle(clearMessages, async (_payload, { signal }) => {
    const now = clock.now()
    const resendable = new Date(now.getTime() - RESEND_DAYS * DAY)
    await runBatches(context, {
      signal,
      batch: async (tx, after) => {
        const input = { after, limit: CLEAR_BATCH, since: historyStart(now), resendable, at: now }
        const { storageKeys, next } = await expireMessages(tx, input)
        for (const storageKey of storageKeys) await clearUpload(context, tx, storageKey)
        return { found: 0, repaired: 0, next }
      },
    })
    const before = new Date(now.getTime() - UNSENT_CHAT_PHOTO_MS)
    let count = CLEAR_BATCH
    while (count === CLEAR_BATCH) {
      signal.throwIfAborted()
      count = await transaction(async (tx) => {
        const storageKeys = await deleteUnsentUploads(tx, { before, limit: CLEAR_BATCH })
        for (const storageKey of storageKeys) await clearUpload(context, tx, storageKey)
        return storageKeys.length
      })
    }
  })
  jobs.cron(clearMessages, '20 4 * * *')
}
