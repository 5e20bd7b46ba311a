import type { Context } from '#server/platform/context.ts'
import {
  accountConfirmed,
  accountDeleted,
  accountErased,
  accountVisibilityChanged,
  emailChanged,
  sessionsEnded,
} from './events.ts'
import { erasureHash } from './deletion/erasure-log.ts'
import { logErasure } from './jobs.ts'
import { findLiveSessions } from './sessions/session-queries.ts'

export function accountsSubscribers({ config, db, clock, events, realtime, jobs, mail }: Context) {
  // The link is often opened on another device than the one that shows the reminder.
  events.after(accountConfirmed, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))

  events.after(emailChanged, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))

  // A socket ends with its session (ACC-11).
  events.after(sessionsEnded, ({ sessionHashes }) => {
    for (const hash of sessionHashes) realtime.closeSession(hash)
  })
  for (const event of [accountDeleted, accountErased]) events.after(event, ({ userId }) => realtime.closeUser(userId))
  // Other open pages of the member follow a pause.
  events.after(accountVisibilityChanged, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))
  realtime.checkSessions((hashes) => findLiveSessions(db, { hashes, now: clock.now() }))

  // First the jobs of the account, then the one that deletes its mails.
  events.within(accountErased, async (tx, { userId }) => {
    await jobs.remove(tx, { key: 'userId', value: userId })
    await mail.erase(tx, userId)
    await jobs.enqueue(tx, logErasure, { erased: erasureHash(config, userId), at: clock.now().toISOString() })
  })
}
