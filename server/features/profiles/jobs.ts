import { z } from 'zod'
import { VISIT_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { defineClearFiles } from '#server/platform/storage/file-keys.ts'
import { deletePhotoFiles } from './photo-files.ts'
import { isStorageKeyUsed } from './photos/photo-queries.ts'
import { buildRejectionMail, mailRejections, sendRejectionMail } from './photos/rejection-mail.ts'
import { deleteOldVisits } from './visit-queries.ts'

/**
 * Deletes the files of a storage key unless a photo uses them. Enqueued when a photo is removed, and with a
 * delay before files are stored, so that a crash before the photo's commit leaves no files.
 */
export const clearPhotoFiles = defineClearFiles('profiles.clear_photo_files')

/**
 * Deletes the file of a selfie unless it waits for an operator. Enqueued when it is decided about, and with a
 * delay before it is stored.
 */
export const clearSelfie = defineClearFiles('profiles.clear_selfie')
/** Erases selfies about which no operator decided in time (PRO-36). Runs every night. */
export const expireSelfies = defineJob('profiles.expire_selfies', z.unknown(), 'maintenance')

/** Deletes visits that are too old (PRO-23). Runs every night. */
export const clearVisits = defineJob('profiles.clear_visits', z.unknown(), 'maintenance')

export function profilesJobs(context: AppContext) {
  const { jobs, db, storage, database, clock, mail } = context
  mail.define('photosRejected', (request) => buildRejectionMail(context, request))
  jobs.handle(mailRejections, ({ userId }) => sendRejectionMail(context, { userId }))
  jobs.handle(clearVisits, async () => {
    const before = new Date(clock.now().getTime() - VISIT_DAYS * DAY)
    await database.runLong((long) => deleteOldVisits(long, { before }))
  })
  jobs.cron(clearVisits, '30 3 * * *')
  jobs.handle(clearPhotoFiles, async ({ storageKey }) => {
    if (!(await isStorageKeyUsed(db, storageKey))) await deletePhotoFiles({ storage }, storageKey)
  })
}
