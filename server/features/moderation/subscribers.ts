import { accountErased } from '#server/features/accounts/events.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteAllBlocks } from './queries.ts'

export function moderationSubscribers({ events }: Context) {
  events.within(accountErased, (tx, { userId }) => deleteAllBlocks(tx, userId))
}
