import { accountErased, deviceRenamed, emailChanged } from '#server/features/accounts/events.ts'
import { complaintSent } from '#server/features/pages/events.ts'
import type { Context } from '#server/platform/context.ts'
import { openCase } from './cases/open-case.ts'
import { clearReplies } from './cases/party-queries.ts'
import { clearReportFiles } from './jobs.ts'
import { raiseMailboxEvasion } from './signals/evasion.ts'
import { renameMarkedDevice } from './signals/fingerprints.ts'
import { deleteAllBlocks } from './queries.ts'
import { clearReports } from './report-queries.ts'

export function moderationSubscribers(context: Context) {
  const { events, jobs, clock } = context
  events.within(accountErased, (tx, { userId }) => deleteAllBlocks(tx, userId))
  events.within(accountErased, async (tx, { userId }) => {
    for (const storageKey of await clearReports(tx, userId)) await jobs.enqueue(tx, clearReportFiles, { storageKey })
  })
  // After `pages` has assigned the complaints that were sent before the address was confirmed.
  events.within(accountErased, (tx, { userId }) => clearReplies(tx, userId))
  events.within(deviceRenamed, (tx, device) => renameMarkedDevice(tx, device))
  events.within(emailChanged, (tx, { userId }) => raiseMailboxEvasion(context, tx, { userId }))
  events.within(complaintSent, async (tx, { complaintId, siteId, userId, topic }) => {
    const party = { reference: complaintId, role: 'complainant' as const, userId }
    await openCase({ clock }, tx, {
      kind: 'complaint',
      subjectId: null,
      siteId,
      reason: topic,
      source: 'notice',
      party,
    })
  })
}
