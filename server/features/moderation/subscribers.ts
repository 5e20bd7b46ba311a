import { accountErased } from '#server/features/accounts/events.ts'
import type { Context } from '#server/platform/context.ts'
import { clearReportFiles } from './jobs.ts'
import { deleteAllBlocks } from './queries.ts'
import { clearReports } from './report-queries.ts'

export function moderationSubscribers({ events, jobs }: Context) {
  events.within(accountErased, (tx, { userId }) => deleteAllBlocks(tx, userId))
  events.within(accountErased, async (tx, { userId }) => {
    for (const storageKey of await clearReports(tx, userId)) await jobs.enqueue(tx, clearReportFiles, { storageKey })
  })
}
