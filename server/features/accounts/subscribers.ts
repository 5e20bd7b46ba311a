import type { Context } from '#server/platform/context.ts'
import { accountConfirmed } from './events.ts'

export function accountsSubscribers({ events, realtime }: Pick<Context, 'events' | 'realtime'>) {
  // The link is often opened on another device than the one that shows the reminder.
  events.after(accountConfirmed, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))
}
