import { accountErased } from '#server/features/accounts/events.ts'
import { profileCreated, profileUpdated } from '#server/features/profiles/events.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteRow, refreshRow } from './queries.ts'

/** Updates the search rows in the transactions that change profiles and accounts. */
export function searchSubscribers({ events, clock }: Context) {
  for (const event of [profileCreated, profileUpdated])
    events.within(event, (tx, { userId }) => refreshRow(tx, { userId, now: clock.now() }))
  events.within(accountErased, (tx, { userId }) => deleteRow(tx, userId))
}
