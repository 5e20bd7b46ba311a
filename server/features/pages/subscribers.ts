import { accountConfirmed, accountErased, emailChanged } from '#server/features/accounts/events.ts'
import type { Context } from '#server/platform/context.ts'
import { assignComplaints, clearComplaintsOf } from './queries.ts'

export function pagesSubscribers({ events }: Pick<Context, 'events'>) {
  for (const event of [accountConfirmed, emailChanged])
    events.within(event, (tx, { userId }) => assignComplaints(tx, userId))
  events.within(accountErased, (tx, { userId }) => clearComplaintsOf(tx, userId))
}
