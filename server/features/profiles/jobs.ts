import { z } from 'zod'
import { photoSizes } from '#contract/profiles.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { isStorageKeyUsed } from './queries.ts'

/**
 * Deletes a photo's files unless a photo has them. Asked for when a photo is removed, and in advance before files are
 * stored, so that a crash between storing files and storing the photo leaves nothing behind.
 */
export const clearPhotoFiles = defineJob('profiles.clear_photo_files', z.object({ storageKey: z.string() }))

export function profilesJobs(context: Context) {
  const { jobs, db, storage } = context
  jobs.handle(clearPhotoFiles, async ({ storageKey }) => {
    if (!(await isStorageKeyUsed(db, storageKey))) await deletePhotoFiles({ storage }, storageKey)
  })
}

export async function deletePhotoFiles({ storage }: Pick<Context, 'storage'>, storageKey: string) {
  for (const size of photoSizes) await storage.delete(photoFile(storageKey, size))
}

/** Where one size of a photo lies in the storage. */
export function photoFile(storageKey: string, size: (typeof photoSizes)[number]) {
  return `${storageKey}/${size}.webp`
}
