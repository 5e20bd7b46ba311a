import { accountConfirmed, accountDeleted, accountErased } from '#server/features/accounts/events.ts'
import type { AppContext } from '#server/context.ts'
import { contentRemoved, contentRestored, profileBlocked, searchHidden } from '#server/features/moderation/events.ts'
import { raisePhotoEvasion } from '#server/features/moderation/signals/evasion.ts'
import { emit } from '#server/platform/postgres/db.ts'
import {
  bannedPhotoAdded,
  cardChanged,
  photoRequestDecided,
  photoReviewed,
  photosRequested,
  verificationChanged,
} from './events.ts'
import { clearPhotoFiles } from './jobs.ts'
import { declineRequestsBetween, findOwnersAsked } from './photos/photo-request-queries.ts'
import { removeContent, restoreContent, setSearchHidden } from './moderated-content.ts'
import { findStorageKeys } from './photos/photo-queries.ts'
import { expireSelfie, recheckMainPhoto } from './verification/verification.ts'
import { cardsByUser } from './views.ts'

/** Photo rows are deleted with the account by cascade; their files need a job. */
export function profilesSubscribers(context: AppContext) {
  const { events, jobs, db, clock, realtime } = context
  events.after(photoReviewed, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))

  events.after(verificationChanged, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))
  events.within(cardChanged, (tx, { userId }) => recheckMainPhoto(tx, userId))
  events.within(accountDeleted, (tx, { userId }) => expireSelfie({ jobs }, tx, userId))

  events.within(bannedPhotoAdded, (tx, added) => raisePhotoEvasion({ clock }, tx, added))
  events.within(contentRemoved, removeContent)
  events.within(contentRestored, restoreContent)
  events.within(searchHidden, setSearchHidden)

  events.within(profileBlocked, (tx, pair) => declineRequestsBetween(tx, { ...pair, at: clock.now() }))

  /** Notifies a member of a change by another one, unless that one does not exist for the member. */
  const notify = async (userId: number, otherId: number) => {
    const card = (await cardsByUser({ db, clock }, { viewer: { userId }, userIds: [otherId] })).get(otherId)
    if (card) realtime.send(userId, { type: 'photo_access.changed', profileId: card.id })
  }
  events.after(photosRequested, ({ ownerId, memberId }) => notify(ownerId, memberId))
  // Until now they were held back.
  events.within(accountConfirmed, async (tx, { userId: memberId }) => {
    for (const ownerId of await findOwnersAsked(tx, memberId)) await emit(tx, photosRequested, { ownerId, memberId })
  })
  events.after(photoRequestDecided, ({ ownerId, memberId }) => notify(memberId, ownerId))

  events.within(accountErased, async (tx, { userId }) => {
    await expireSelfie({ jobs }, tx, userId)
    for (const storageKey of await findStorageKeys(tx, userId)) await jobs.enqueue(tx, clearPhotoFiles, { storageKey })
  })
}
