import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { deletePhotoFiles } from './photo-files.ts'
import { isStorageKeyUsed } from './queries.ts'

/**
 * Deletes the files of a storage key unless a photo uses them. Enqueued when a photo is removed, and with a delay before
 * files are stored, so that a crash before the photo's row is committed leaves no files behind.
 */
export const clearPhotoFiles = defineJob('profiles.clear_photo_files', z.object({ storageKey: z.string() }))

export function profilesJobs(context: Context) {
  const { jobs, db, storage } = context
  jobs.handle(clearPhotoFiles, async ({ storageKey }) => {
    if (!(await isStorageKeyUsed(db, storageKey))) await deletePhotoFiles({ storage }, storageKey)
  })
}
