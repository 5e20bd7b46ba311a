import type { Context } from '#server/platform/context.ts'
import { accountConfirmed, accountErased } from './events.ts'
import { findLiveSessions } from './queries.ts'

export function accountsSubscribers({ db, clock, events, realtime, jobs, mail }: Context) {
  // The link is often opened on another device than the one that shows the reminder.
  events.after(accountConfirmed, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))

  // A socket ends with its session (ACC-11).
  events.after(accountErased, ({ userId }) => realtime.closeUser(userId))
  realtime.checkSessions((hashes) => findLiveSessions(db, { hashes, now: clock.now() }))

  // First the jobs of the account, then the one that deletes its mails.
  events.within(accountErased, async (tx, { userId }) => {
    await jobs.remove(tx, { userId })
    await mail.erase(tx, userId)
  })
}
