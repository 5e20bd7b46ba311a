import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ChatPhoto } from '#contract/chat/schemas.ts'
import { ChatPhotoId } from '#contract/ids.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { assertAgeAssured } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { historyStart } from '#server/features/chat/rules.ts'
import { photoIn } from '#server/features/chat/views.ts'
import { preparePhoto } from '#server/features/profiles/photos.ts'
import { sendPhotoFile } from '#server/features/profiles/send-photo.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identify } from '#server/platform/http/callers.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { readablePhoto, uploadedPhoto } from './upload-queries.ts'
import { addUpload, type UploadInput } from './uploads.ts'

/**
 * Stores a photo for a message to a member, as `addUpload`.
 * @throws AppError as that, `profiles.photo_not_an_image` and others of `preparePhoto`,
 *   `accounts.age_check_needed`
 * Source: CHAT-15.
 */
export async function addChatPhoto(
  context: Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>,
  input: UploadInput<ImageSource>,
): Promise<ChatPhoto> {
  assertAgeAssured(input.viewer)
  return addUpload(context, input, {
    missing: 'profiles.photo_not_an_image',
    async find(db, key) {
      const photo = await uploadedPhoto(db, key)
      return photo && { receiverId: photo.receiverId, reply: photoIn(photo) }
    },
    async store(source) {
      const { discard, ...image } = await preparePhoto(context, { source })
      return {
        columns: { kind: 'photo', ...image },
        reply: (id) => photoIn({ id, ...image }),
        discard,
      }
    },
  })
}

const PhotoPath = z.object({ photoId: ChatPhotoId, size: z.enum(photoSizes) })

/**
 * Sends one size of a photo in a conversation to a member who can read its message. To all others, after a
 * block or a deletion of the conversation, it does not exist. A receiver whose age must be confirmed gets the
 * blurred size alone.
 * @throws AppError `profiles.photo_not_found`, `accounts.age_check_needed`
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
  if (!path.success || !photo || !viewer) throw new AppError('profiles.photo_not_found')
  if (photo.senderId !== viewer.userId && path.data.size !== 'locked') assertAgeAssured(viewer)
  return sendPhotoFile(context, { request, reply, photo: { ...photo, ...path.data } })
}
