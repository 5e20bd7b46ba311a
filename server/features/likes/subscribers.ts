import { accountConfirmed, accountErased, accountVisibilityChanged } from '#server/features/accounts/events.ts'
import { profileBlocked } from '#server/features/moderation/events.ts'
import { modesChanged } from '#server/features/profiles/events.ts'
import { cardsByUser } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import { countNew } from './count-queries.ts'
import { heldLikeChanged, likeGiven, likesRemoved, likesSeen, likeWithdrawn, matchMade } from './events.ts'
import { deliverLikes } from './jobs.ts'
import { findStates } from './list-queries.ts'
import { countActive, likesWith } from './queries.ts'
import { removeAllLikes, removeLikes } from './service.ts'

export function likesSubscribers(context: Context) {
  const { db, events, jobs, realtime } = context
  const sendState = (userId: number, otherIds: number[]) => sendChanged(context, { userId, otherIds })

  events.within(profileBlocked, removeLikes)
  events.within(accountErased, removeAllLikes)
  // Not within: it locks pairs, and the confirmation has locked the account, which comes after the pair.
  for (const event of [accountConfirmed, accountVisibilityChanged])
    events.within(event, async (tx, { userId }) => {
      await jobs.enqueue(tx, deliverLikes, { userId })
    })
  const notifyOthers = async (input: { userId: number; withHidden: boolean }) => {
    for (const id of await likesWith(db, input)) realtime.send(id, { type: 'likes.changed' })
  }
  events.after(accountVisibilityChanged, ({ userId }) => notifyOthers({ userId, withHidden: false }))
  events.after(modesChanged, ({ userId, isInvisibleChanged }) =>
    notifyOthers({ userId, withHidden: isInvisibleChanged }),
  )
  // The other member may have no like to miss, and an event would reveal the block (MOD-2).
  for (const event of [profileBlocked, likesRemoved])
    events.after(event, ({ userId }) => realtime.send(userId, { type: 'likes.changed' }))

  // Below, both are notified of a match; of a like given before within a day no one is again.
  events.after(likeGiven, async ({ userId, otherId, isMatch, isRepeated }) => {
    await sendState(userId, [otherId])
    if (isMatch || isRepeated) await sendState(otherId, [userId])
    else await sendLike(context, { userId: otherId, otherId: userId })
  })
  events.after(heldLikeChanged, ({ userId, otherId }) => sendState(userId, [otherId]))
  events.after(matchMade, async ({ userId, otherId }) => {
    await sendMatch(context, { userId, otherId })
    await sendMatch(context, { userId: otherId, otherId: userId })
  })
  events.after(likeWithdrawn, async ({ userId, otherId }) => {
    await sendState(userId, [otherId])
    await sendState(otherId, [userId])
  })
  events.after(likesSeen, ({ userId, otherIds }) => sendState(userId, otherIds))
}

interface Notice {
  userId: number
  otherId: number
}

/** Sends a member the likes between them and others as they are now. */
async function sendChanged(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  { userId, otherIds }: { userId: number; otherIds: number[] },
) {
  const likes = await findStates(db, { userId, otherIds })
  // Someone hidden by now has to leave the lists, and has no id to send. One who paused has left before, and
  // an event would reveal what that one does.
  if (likes.length < otherIds.length && likes.length < (await countActive(db, otherIds)))
    return realtime.send(userId, { type: 'likes.changed' })
  if (likes.length === 0) return
  realtime.send(userId, { type: 'like.changed', newLikes: await countNew(db, userId), likes })
}

/** Notifies a member of a new like. */
async function sendLike({ db, realtime }: Pick<Context, 'db' | 'realtime'>, { userId, otherId }: Notice) {
  const [state] = await findStates(db, { userId, otherIds: [otherId] })
  if (!state) return
  realtime.send(userId, { type: 'like', profileId: state.profileId, newLikes: await countNew(db, userId) })
}

/** Notifies a member of a match, with the card that the member may see. */
async function sendMatch(
  { db, clock, realtime }: Pick<Context, 'db' | 'clock' | 'realtime'>,
  { userId, otherId }: Notice,
) {
  const profile = (await cardsByUser({ db, clock }, { viewer: { userId }, userIds: [otherId] })).get(otherId)
  if (profile) realtime.send(userId, { type: 'match', profile })
}
