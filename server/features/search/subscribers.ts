import { profileCreated, profileUpdated } from '#server/features/profiles/events.ts'
import type { Context } from '#server/platform/context.ts'
import { refreshRow } from './queries.ts'

/** Whoever signs up, changes, leaves or comes back is found so from the same moment on. */
export function searchSubscribers({ events, clock }: Context) {
  for (const event of [profileCreated, profileUpdated])
    events.within(event, (tx, { userId }) => refreshRow(tx, { userId, now: clock.now() }))
}
