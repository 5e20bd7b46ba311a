import { basename } from 'node:path/posix'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PhotoSize } from '#contract/profiles/photo-urls.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { chooseFile } from './photo-files.ts'

interface PhotoReply {
  request: FastifyRequest
  reply: FastifyReply
  photo: { photoId: string; storageKey: string; renditions: number; size: PhotoSize; isPrivate?: boolean }
}

/**
 * Sends a stored photo after the caller has checked that the viewer may fetch it. A browser revalidates
 * before it shows a stored copy, so that a block, a withdrawal or a log-out counts at once: 304 after one
 * query. It stores no copy of a private photo, which others who use the device could find.
 */
export async function sendPhotoFile(
  context: Pick<Context, 'storage'>,
  { request, reply, photo: { photoId, storageKey, renditions, size, isPrivate = false } }: PhotoReply,
) {
  const acceptsAvif = request.headers.accept?.includes('image/avif') ?? false
  const { key, contentType } = chooseFile({ storageKey, renditions, size, acceptsAvif })
  void reply.header('vary', 'Cookie, Accept')
  if (isPrivate) {
    void reply.header('cache-control', 'private, no-store')
    return sendFile(context, reply, { key, contentType })
  }
  const etag = `"${photoId}-${basename(key)}"`
  void reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return sendFile(context, reply, { key, contentType })
}

/** Sends a stored file, or leaves that to the proxy or the store where one is configured. */
async function sendFile(
  { storage }: Pick<Context, 'storage'>,
  reply: FastifyReply,
  { key, contentType }: { key: string; contentType: string },
) {
  const elsewhere = await storage.delegate?.(key)
  if (elsewhere && 'accelPath' in elsewhere)
    return reply.type(contentType).header('x-accel-redirect', elsewhere.accelPath).send()
  // The signed address is valid for a short time, so the redirect must not be stored.
  if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere.url, 302)
  const stored = await storage.open(key)
  if (!stored) throw new AppError('profiles.photo_not_found')
  return reply.type(contentType).header('content-length', stored.size).send(stored.stream)
}
