import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ErrorCode } from '#contract/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newStorageKey } from '#server/platform/storage/file-keys.ts'
import { rethrowAsAppError } from './image-errors.ts'
import { clearReportFiles } from './jobs.ts'
import { attachmentFile } from './report-files.ts'

type StoreDeps = Pick<Context, 'storage' | 'jobs' | 'db' | 'clock'>

/**
 * Decodes an uploaded image like a photo, without its metadata, and stores it in one size.
 * @throws AppError `profiles.photo_not_an_image`, `.photo_too_large`, `.photo_too_small`, `.photo_failed`,
 * `.photo_not_stored`, `request.busy`
 */
export async function storeAttachment(
  context: StoreDeps & Pick<Context, 'images'>,
  source: { path: string; size: number },
) {
  const contentHash = await hashOf(source.path)
  const { width, height, sizes } = await context.images.process(source).catch(rethrowAsAppError)
  return { storageKey: await store(context, sizes.large.webp), contentHash, width, height }
}

/**
 * Stores a copy of a photo that is stored already, which stays when the photo is deleted.
 * @throws AppError `profiles.photo_not_found`, `.photo_not_stored`
 */
export function storeCopy(context: StoreDeps, { photoKey }: { photoKey: string }) {
  return copy(context, { path: `${photoKey}/large.webp`, missing: 'profiles.photo_not_found' })
}

/**
 * Stores a copy of a voice message, which stays when the message is deleted.
 * @throws AppError `chat.voice_not_found`, `profiles.photo_not_stored`
 */
export function storeVoiceCopy(context: StoreDeps, { voiceKey, mediaType }: { voiceKey: string; mediaType: string }) {
  return copy(context, { path: `${voiceKey}/voice`, missing: 'chat.voice_not_found', mediaType })
}

async function copy(
  context: StoreDeps,
  { path, missing, mediaType }: { path: string; missing: ErrorCode; mediaType?: string },
) {
  const file = await context.storage.open(path)
  if (!file) throw new AppError(missing)
  const bytes = await buffer(file.stream)
  const contentHash = createHash('sha256').update(bytes).digest()
  return { storageKey: await store(context, bytes, mediaType), contentHash }
}

/** Stores a file for a report and returns its key. A job deletes it unless a report uses it by then. */
async function store(context: StoreDeps, file: Uint8Array, contentType = 'image/webp') {
  const storageKey = await newStorageKey(context, clearReportFiles)
  try {
    await context.storage.put(attachmentFile(storageKey), file, { contentType })
  } catch (cause) {
    throw new AppError('profiles.photo_not_stored', { cause })
  }
  return storageKey
}

async function hashOf(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}
