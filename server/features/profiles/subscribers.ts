import { accountErased } from '#server/features/accounts/events.ts'
import type { AppContext } from '#server/context.ts'
import { photoRequestDecided, photoReviewed, photosRequested } from './events.ts'
import { clearPhotoFiles } from './jobs.ts'
import { findProfileId } from './photo-request-queries.ts'
import { findStorageKeys } from './photo-queries.ts'

/** Photo rows are deleted with the account by cascade; their files need a job. */
export function profilesSubscribers({ events, jobs, db, realtime }: AppContext) {
  events.after(photoReviewed, ({ userId }) => realtime.send(userId, { type: 'user.changed' }))

  events.after(photosRequested, async ({ ownerId, memberId }) => {
    const profileId = await findProfileId(db, memberId)
    if (profileId) realtime.send(ownerId, { type: 'photo_access.changed', profileId })
  })

  events.after(photoRequestDecided, async ({ ownerId, memberId }) => {
    const profileId = await findProfileId(db, ownerId)
    if (profileId) realtime.send(memberId, { type: 'photo_access.changed', profileId })
  })

  events.within(accountErased, async (tx, { userId }) => {
    for (const storageKey of await findStorageKeys(tx, userId)) await jobs.enqueue(tx, clearPhotoFiles, { storageKey })
  })
}
