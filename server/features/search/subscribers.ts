import { accountErased, pausedAccountRestored } from '#server/features/accounts/events.ts'
import { profileCreated, profileUpdated } from '#server/features/profiles/events.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteRow, refreshRow } from './queries.ts'
import { recordActivity } from './service.ts'

/** Updates the search rows in the transactions that change profiles and accounts. */
export function searchSubscribers({ events, clock }: Context) {
  for (const event of [profileCreated, profileUpdated])
    events.within(event, (tx, { userId }) => refreshRow(tx, { userId, now: clock.now() }))
  // The link need not log in.
  events.within(pausedAccountRestored, async (tx, { userId }) => {
    await recordActivity({ db: tx, clock }, { userIds: [userId] })
  })
  events.within(accountErased, (tx, { userId }) => deleteRow(tx, userId))
}
