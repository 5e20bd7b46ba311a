import type { Context } from '#server/platform/context.ts'
import { accountConfirmed, accountErased } from './events.ts'
import { findLiveSessions } from './queries.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'events' | 'realtime'>

export function accountsSubscribers({ db, clock, events, realtime }: Deps) {
  // The link is often opened on another device than the one that shows the reminder.
  events.after(accountConfirmed, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))

  // A socket ends with its session (ACC-11).
  events.after(accountErased, ({ userId }) => realtime.closeUser(userId))
  realtime.checkSessions((hashes) => findLiveSessions(db, { hashes, now: clock.now() }))
}
