import type { Context } from '#server/platform/context.ts'
import {
  accountConfirmed,
  accountDeleted,
  accountErased,
  accountVisibilityChanged,
  changeRejected,
  emailChanged,
  mailsResumed,
  mailsStopped,
  notificationsChosen,
  sessionsEnded,
} from './events.ts'
import { erasureHash } from './deletion/erasure-log.ts'
import { logErasure } from './jobs.ts'
import { findLiveSessions } from './sessions/session-queries.ts'

export function accountsSubscribers({ config, db, clock, events, realtime, jobs, mail }: Context) {
  const reportChange = ({ userId }: { userId: number }) => realtime.send(userId, { type: 'user.changed' })
  // The link is often opened on another device than the one that shows the reminder.
  for (const event of [accountConfirmed, emailChanged, changeRejected, mailsStopped, mailsResumed])
    events.after(event, reportChange)
  // A page sends all choices: one that does not know the latest would take them back.
  events.after(notificationsChosen, reportChange)

  // A socket ends with its session (ACC-11).
  events.after(sessionsEnded, ({ sessionHashes }) => {
    for (const hash of sessionHashes) realtime.closeSession(hash)
  })
  for (const event of [accountDeleted, accountErased]) events.after(event, ({ userId }) => realtime.closeUser(userId))
  // Other open pages of the member follow a pause.
  events.after(accountVisibilityChanged, reportChange)
  realtime.checkSessions((hashes) => findLiveSessions(db, { hashes, now: clock.now() }))

  // First the jobs of the account, then the one that deletes its mails.
  events.within(accountErased, async (tx, { userId }) => {
    await jobs.remove(tx, { key: 'userId', value: userId })
    await mail.erase(tx, userId)
    await jobs.enqueue(tx, logErasure, { erased: erasureHash(config, userId), at: clock.now().toISOString() })
  })
}
