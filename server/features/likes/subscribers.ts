import { accountErased } from '#server/features/accounts/events.ts'
import { profileBlocked } from '#server/features/moderation/events.ts'
import { cardsByUser } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import { likeGiven, likesSeen, likeWithdrawn, matchMade } from './events.ts'
import { deleteAll, deletePair } from './queries.ts'

export function likesSubscribers(context: Context) {
  const { events, realtime } = context
  const sendLikesChanged = (userId: number) => realtime.send(userId, { type: 'likes.changed' })

  events.within(profileBlocked, deletePair)
  events.within(accountErased, (tx, { userId }) => deleteAll(tx, userId))
  events.after(profileBlocked, ({ userId, otherId }) => {
    sendLikesChanged(userId)
    sendLikesChanged(otherId)
  })

  // A match sends its own event to both members below.
  events.after(likeGiven, async ({ userId, otherId, isMatch }) => {
    sendLikesChanged(userId)
    if (!isMatch) await notifyAbout(context, { type: 'like', userId: otherId, otherId: userId })
  })
  events.after(matchMade, async ({ userId, otherId }) => {
    await notifyAbout(context, { type: 'match', userId, otherId })
    await notifyAbout(context, { type: 'match', userId: otherId, otherId: userId })
  })
  events.after(likeWithdrawn, ({ userId, otherId }) => {
    sendLikesChanged(userId)
    sendLikesChanged(otherId)
  })
  events.after(likesSeen, ({ userId }) => sendLikesChanged(userId))
}

/** Notifies a member about another, with the card that the member may see. */
async function notifyAbout(
  { db, clock, realtime }: Pick<Context, 'db' | 'clock' | 'realtime'>,
  { type, userId, otherId }: { type: 'like' | 'match'; userId: number; otherId: number },
) {
  const cards = await cardsByUser({ db, clock }, { viewer: { userId }, userIds: [otherId] })
  const profile = cards.get(otherId)
  if (!profile) return
  realtime.send(userId, type === 'like' ? { type, profileId: profile.id } : { type, profile })
}
