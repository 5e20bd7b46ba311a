import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ChatPhoto } from '#contract/chat/schemas.ts'
import { ChatPhotoId } from '#contract/ids.ts'
import { UNSENT_CHAT_PHOTOS } from '#contract/limits.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { assertNotPaused } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { lockAccounts } from '#server/features/moderation/lock-pair.ts'
import { RENDITIONS } from '#server/features/profiles/photo-files.ts'
import { clearUpload } from '#server/features/chat/upload-files.ts'
import { preparePhoto } from '#server/features/profiles/photos.ts'
import { sendPhotoFile } from '#server/features/profiles/send-photo.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identify } from '#server/platform/http/routes.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { findContextWith } from './context-query.ts'
import { assertMayWrite } from './may-write.ts'
import { deleteSurplusUploads, insertUpload, readablePhoto, uploadedPhoto } from './upload-queries.ts'
import { historyStart, isUnknown } from '#server/features/chat/rules.ts'
import { photoIn } from '#server/features/chat/views.ts'

interface UploadInput {
  viewer: Viewer
  profileId: string
  clientId: string
  source: ImageSource | null
}

/**
 * Stores a photo for a message to a member, without sending it, and deletes the oldest unsent one of too
 * many. Repeating a client id stores nothing and returns the first photo. Nothing is charged: the message is.
 * @throws AppError `chat.self`, `profiles.not_found`, `accounts.paused`, those of `assertMayWrite` for a new
 * photo, `request.invalid`, `profiles.photo_not_an_image` and others of `preparePhoto`, `request.busy`
 * Source: CHAT-15.
 */
export async function addChatPhoto(
  context: Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>,
  { viewer, profileId, clientId, source }: UploadInput,
): Promise<ChatPhoto> {
  const { db, clock, transaction } = context
  assertNotPaused(viewer)
  if (profileId === viewer.profileId) throw new AppError('chat.self')
  const pair = await findContextWith(db, { userId: viewer.userId, profileId })
  if (!pair || isUnknown(pair)) throw new AppError('profiles.not_found')
  if (!source) throw new AppError('profiles.photo_not_an_image')
  const upload = { senderId: viewer.userId, receiverId: pair.partnerId, clientId }
  const earlier = await earlierUpload(db, upload)
  if (earlier) return earlier
  // Not before: a client that lost the reply repeats the upload, also after the partner left.
  assertMayWrite(pair)

  const photo = await preparePhoto(context, { source })
  const { storageKey, width, height, preview, fingerprint, explicitness } = photo
  const id = newPublicId()
  const image = { storageKey, width, height, preview, fingerprint, explicitness, renditions: RENDITIONS }
  const row = { ...upload, ...image, id: newId(clock), publicId: id }
  const isNew = await transaction(async (tx) => {
    // The files took long to prepare, and no foreign key ends the row with an account erased meanwhile.
    const areBothThere = await lockAccounts(tx, { userId: viewer.userId, otherId: pair.partnerId })
    if (!areBothThere) throw new AppError('profiles.not_found')
    if (!(await insertUpload(tx, { ...row, kind: 'photo', createdAt: clock.now() }))) return false
    const surplus = await deleteSurplusUploads(tx, { senderId: viewer.userId, kept: UNSENT_CHAT_PHOTOS })
    for (const key of surplus) await clearUpload(context, tx, key)
    return true
  })
  if (isNew) return photoIn({ id, width, height, preview, explicitness })
  // The same upload, sent twice at once, has won.
  await photo.discard()
  const first = await earlierUpload(db, upload)
  if (!first) throw new AppError('request.busy')
  return first
}

/**
 * Returns the photo that was uploaded under a client id for this member; null without one.
 * @throws AppError `request.invalid`: it was uploaded for another member
 */
async function earlierUpload(
  db: Context['db'],
  { receiverId, ...key }: { senderId: number; receiverId: number; clientId: string },
): Promise<ChatPhoto | null> {
  const upload = await uploadedPhoto(db, key)
  if (upload && upload.receiverId !== receiverId) throw new AppError('request.invalid')
  return upload && photoIn(upload)
}

const PhotoPath = z.object({ photoId: ChatPhotoId, size: z.enum(photoSizes) })

/**
 * Sends one size of a photo in a conversation to a member who can read its message. To all others, after a
 * block or a deletion of the conversation, it does not exist.
 */
export async function sendChatPhoto(
  context: Pick<Context, 'db' | 'storage' | 'clock'>,
  identify: Identify<Viewer>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const path = PhotoPath.safeParse(request.params)
  const viewer = await identify(request)
  const photo =
    path.success && viewer
      ? await readablePhoto(context.db, {
          userId: viewer.userId,
          photoId: path.data.photoId,
          since: historyStart(context.clock.now()),
        })
      : null
  if (!path.success || !photo) throw new AppError('profiles.photo_not_found')
  return sendPhotoFile(context, { request, reply, photo: { ...photo, ...path.data } })
}
