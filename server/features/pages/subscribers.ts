import { accountErased } from '#server/features/accounts/events.ts'
import type { Context } from '#server/platform/context.ts'
import { clearComplaintsOf } from './queries.ts'

export function pagesSubscribers({ events }: Pick<Context, 'events'>) {
  events.within(accountErased, (tx, { userId }) => clearComplaintsOf(tx, userId))
}
