import { deletePhotoFiles } from '#server/features/profiles/photo-files.ts'
import type { Context } from '#server/platform/context.ts'
import { defineClearFiles } from '#server/platform/storage/file-keys.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { voiceFile } from './rules.ts'
import { isUploadKeyUsed } from './send/upload-queries.ts'

/**
 * Deletes the files of a photo or voice message unless a row has them. Enqueued when one is removed, and with
 * a delay before a recording is stored, so that a crash before its row is committed leaves no file.
 */
export const clearUploadFiles = defineClearFiles('chat.clear_upload_files')

/** Deletes the files of an upload that no table has any more, by a job of the transaction. */
export async function clearUpload({ jobs }: Pick<Context, 'jobs'>, tx: Tx, storageKey: string) {
  await jobs.enqueue(tx, clearUploadFiles, { storageKey })
}

export function handleUploadFiles({ jobs, db, storage }: Pick<Context, 'jobs' | 'db' | 'storage'>) {
  jobs.handle(clearUploadFiles, async ({ storageKey }) => {
    if (await isUploadKeyUsed(db, storageKey)) return
    await deletePhotoFiles({ storage }, storageKey)
    await storage.delete(voiceFile(storageKey))
  })
}
