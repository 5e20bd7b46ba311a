import { accountErased } from '#server/features/accounts/events.ts'
import type { Context } from '#server/platform/context.ts'
import { clearPhotoFiles } from './jobs.ts'
import { findStorageKeys } from './queries.ts'

/** Photo rows are deleted with the account by cascade; their files need a job. */
export function profilesSubscribers({ events, jobs }: Context) {
  events.within(accountErased, async (tx, { userId }) => {
    for (const storageKey of await findStorageKeys(tx, userId)) await jobs.enqueue(tx, clearPhotoFiles, { storageKey })
  })
}
