import { PHOTO_UPLOAD_RATE, PROFILE_QUOTAS } from '#contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PhotoId } from '#contract/ids.ts'
import * as contract from '#contract/profiles.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { mayVisitorsBrowse } from '#contract/settings.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identify, Routes } from '#server/platform/http/routes.ts'
import { HOUR, SECOND } from '#contract/time.ts'
import { photoFile } from './photo-files.ts'
import * as photos from './photos.ts'
import { findPhotoForFetch } from './queries.ts'
import { photoAccess } from './rules.ts'
import * as service from './service.ts'
import { ownView, viewerRole } from './views.ts'

export function profilesRoutes({ route, app, identify }: Routes<Viewer>, context: AppContext) {
  route(
    contract.getMember,
    async ({ viewer, host, params: { profileId } }) => {
      const { settings } = context.sites.of(host)
      return { member: await service.openMember(context, { viewer, settings, profileId }) }
    },
    { quotas: PROFILE_QUOTAS },
  )

  route(contract.getOwnProfile, async ({ viewer }) => ({ profile: await ownView(context.db, viewer.userId) }))

  route(contract.updateProfile, async ({ viewer, host, body }) => {
    const { settings } = context.sites.of(host)
    return { profile: await service.updateProfile(context, { viewer, settings, edit: body }) }
  })

  route(
    contract.addPhoto,
    async ({ viewer, body: { visibility }, upload }) => ({
      photo: await photos.addPhoto(context, { viewer, source: upload, visibility }),
    }),
    { rateLimit: PHOTO_UPLOAD_RATE },
  )

  route(contract.changePhoto, async ({ viewer, params: { photoId }, body }) => ({
    profile: await photos.changePhoto(context, { viewer, photoId, change: body }),
  }))

  route(contract.removePhoto, async ({ viewer, params: { photoId } }) => ({
    profile: await photos.removePhoto(context, { viewer, photoId }),
  }))

  app.get('/photos/:photoId/:size.webp', (request, reply) => sendPhoto(context, identify, request, reply))
}

const PhotoPath = z.object({ photoId: PhotoId, size: z.enum(contract.photoSizes) })
type PhotoPath = z.output<typeof PhotoPath>

/** After this time a browser asks whether the viewer may still see a photo. */
const CACHE_SECONDS = HOUR / SECOND

/**
 * Sends one size of a photo if this viewer may fetch it now (PRO-8). Missing, hidden and forbidden photos get the same
 * reply. Browsers cache it for the same cookie only.
 */
async function sendPhoto(
  context: Pick<AppContext, 'db' | 'storage' | 'sites'>,
  identify: Identify<Viewer>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = PhotoPath.safeParse(request.params)
  const photo = path.success ? await photoToSend(context, identify, request, path.data) : null
  if (!path.success || !photo) throw new AppError('profiles.photo_not_found')

  const { photoId, size } = path.data
  const etag = `"${photoId}-${size}"`
  const isCached = request.headers['if-none-match'] === etag
  const stored = isCached ? null : await context.storage.open(photoFile(photo.storageKey, size))
  if (!isCached && !stored) throw new AppError('profiles.photo_not_found')
  void reply.header('cache-control', `private, max-age=${CACHE_SECONDS}`).header('vary', 'Cookie').header('etag', etag)
  if (!stored) return reply.code(304).send()
  return reply.type('image/webp').header('content-length', stored.size).send(stored.stream)
}

async function photoToSend(
  { db, sites }: Pick<AppContext, 'db' | 'sites'>,
  identify: Identify<Viewer>,
  request: FastifyRequest,
  { photoId, size }: PhotoPath,
) {
  const viewer = await identify(request)
  if (!viewer && !mayVisitorsBrowse(sites.of(request.hostname.toLowerCase()).settings)) return null
  const photo = await findPhotoForFetch(db, { photoId, viewerId: viewer?.userId ?? null })
  if (!photo) return null
  const access = photoAccess(viewerRole(viewer, photo.ownerId), photo)
  return access === 'open' || (access === 'locked' && size === 'locked') ? photo : null
}
