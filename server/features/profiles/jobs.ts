import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { deletePhotoFiles } from './photo-files.ts'
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
