import {
  CONTACT_RATE,
  PHOTO_UPLOAD_RATE,
  POSITION_RATE,
  PRIVACY_QUOTAS,
  PROFILE_CHANGE_RATE,
  PROFILE_QUOTAS,
} from '#contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PhotoId } from '#contract/ids.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { decidePhotoRequest, listPhotoRequests, requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import { getPrivacy, setPosition, updatePrivacy } from '#contract/profiles/calls.ts'
import * as contract from '#contract/profiles/calls.ts'
import { getProfilePreview } from '#contract/profiles/preview-calls.ts'
import * as previewSchemas from '#contract/profiles/preview-schemas.ts'
import * as visits from '#contract/profiles/visit-calls.ts'
import * as schemas from '#contract/profiles/schemas.ts'
import * as photoRequestSchemas from '#contract/profiles/photo-request-schemas.ts'
import * as visitSchemas from '#contract/profiles/visit-schemas.ts'
import { assertAgeAssured } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { settingsForVisitor } from '#server/features/settings/traffic-source.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Identify } from '#server/platform/http/callers.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { sendPhotoFile } from './send-photo.ts'
import * as requests from './photos/photo-requests.ts'
import * as photos from './photos.ts'
import * as position from './position.ts'
import { previewProfile } from './preview.ts'
import { changePrivacy, privacyOf } from './privacy.ts'
import { addPhoto } from './photos/add-photo.ts'
import { findPhotoForFetch } from './photos/photo-queries.ts'
import { replacePhoto } from './photos/replace-photo.ts'
import { memberShareImageRoute } from './photos/share-image.ts'
import { mayBrowse, viewerRole } from '#server/features/visibility/rules.ts'
import { photoAccess } from './rules.ts'
import * as service from './service.ts'
import { verificationRoutes } from './verification/verification-routes.ts'
import { countNewVisits, markVisitsSeen } from './visit-queries.ts'
import { addVisit, listVisitors } from './visits.ts'
import { ownView } from './views.ts'

export function profilesRoutes({ route, app, identify }: Routes<Viewer>, context: AppContext) {
  verificationRoutes({ route }, context)
  profileRoutes({ route }, context)
  photoRoutes({ route }, context)
  photoRequestRoutes({ route }, context)
  visitRoutes({ route }, context)
  memberShareImageRoute({ app }, context)
  app.get('/photos/:photoId/:size', (request, reply) => sendPhoto(context, identify, request, reply))
}

type Binding = Pick<Routes<Viewer>, 'route'>

function profileRoutes({ route }: Binding, context: AppContext) {
  route(
    contract.getMember,
    schemas.getMember,
    async ({ viewer, host, request, read, params: { profileId } }) => {
      const settings = settingsForVisitor(request, context.sites.of(host).settings)
      const { clock } = context
      return { member: await read((db) => service.openMember({ db, clock }, { viewer, settings, profileId })) }
    },
    { quotas: PROFILE_QUOTAS },
  )

  route(contract.getOwnProfile, schemas.getOwnProfile, async ({ viewer }) => ({
    profile: await ownView(context.db, viewer.userId),
  }))

  route(
    getProfilePreview,
    previewSchemas.getProfilePreview,
    async ({ viewer, host, query: { as } }) => {
      const { settings } = context.sites.of(host)
      return previewProfile(context, { userId: viewer.userId, as, settings })
    },
    { quotas: PROFILE_QUOTAS },
  )

  route(
    contract.updateProfile,
    schemas.updateProfile,
    async ({ viewer, host, body: edit, visitor }) => {
      const { settings } = context.sites.of(host)
      const addressCountry = edit.country ? visitor().geoip_country : null
      return { profile: await service.updateProfile(context, { viewer, settings, edit, addressCountry }) }
    },
    { memberRate: PROFILE_CHANGE_RATE },
  )

  route(
    setPosition,
    schemas.setPosition,
    async ({ viewer, body }) => {
      await position.changePosition(context, { userId: viewer.userId, change: body })
      return {}
    },
    { memberRate: POSITION_RATE },
  )

  route(getPrivacy, schemas.getPrivacy, async ({ viewer }) => ({ privacy: await privacyOf(context.db, viewer.userId) }))

  route(
    updatePrivacy,
    schemas.updatePrivacy,
    async ({ viewer, body }) => ({ privacy: await changePrivacy(context, { viewer, change: body }) }),
    { quotas: PRIVACY_QUOTAS },
  )
}

function photoRoutes({ route }: Binding, context: AppContext) {
  route(
    contract.addPhoto,
    schemas.addPhoto,
    async ({ viewer, host, body: { visibility, clientId = null }, upload }) => {
      if (visibility !== 'public') assertAgeAssured(viewer)
      const { settings } = context.sites.of(host)
      return { photo: await addPhoto(context, { viewer, source: upload, visibility, clientId, settings }) }
    },
    { memberRate: PHOTO_UPLOAD_RATE },
  )

  route(
    contract.replacePhoto,
    schemas.replacePhoto,
    async ({ viewer, host, params: { photoId }, body: { clientId }, upload }) => {
      const { settings } = context.sites.of(host)
      return { profile: await replacePhoto(context, { viewer, photoId, source: upload, clientId, settings }) }
    },
    { memberRate: PHOTO_UPLOAD_RATE },
  )

  route(
    contract.changePhoto,
    schemas.changePhoto,
    async ({ viewer, params: { photoId }, body }) => {
      if ('visibility' in body && body.visibility !== 'public') assertAgeAssured(viewer)
      return { profile: await photos.changePhoto(context, { viewer, photoId, change: body }) }
    },
    { memberRate: PROFILE_CHANGE_RATE },
  )

  route(contract.orderPhotos, schemas.orderPhotos, async ({ viewer, body: { photoIds } }) => ({
    profile: await photos.orderPhotos(context, { viewer, photoIds }),
  }))

  route(
    contract.removePhoto,
    schemas.removePhoto,
    async ({ viewer, params: { photoId } }) => ({
      profile: await photos.removePhoto(context, { viewer, photoId }),
    }),
    { memberRate: PROFILE_CHANGE_RATE },
  )
}

function photoRequestRoutes({ route }: Binding, context: AppContext) {
  const cursors = createCursors(context.config, 'photo requests')

  route(listPhotoRequests, photoRequestSchemas.listPhotoRequests, ({ viewer, query: { after } }) =>
    requests.listPhotoRequests({ ...context, cursors }, { viewer, after }),
  )

  route(
    decidePhotoRequest,
    photoRequestSchemas.decidePhotoRequest,
    async ({ viewer, params: { profileId }, body: { isGranted } }) => {
      await requests.decidePhotoRequest(context, { viewer, profileId, isGranted })
      return {}
    },
    { memberRate: CONTACT_RATE },
  )

  route(requestPhotos, photoRequestSchemas.requestPhotos, async ({ viewer, params: { profileId } }) => ({
    photoRequest: await requests.requestPhotos(context, { viewer, profileId }),
  }))
}

function visitRoutes({ route }: Binding, context: AppContext) {
  const cursors = createCursors(context.config, 'visitors')

  route(
    visits.addVisit,
    visitSchemas.addVisit,
    async ({ viewer, params: { profileId } }) => {
      await addVisit(context, { viewer, profileId })
      return {}
    },
    { quotas: { ...PROFILE_QUOTAS, name: 'visits' } },
  )

  route(visits.listVisitors, visitSchemas.listVisitors, ({ viewer, query: { after } }) =>
    listVisitors({ ...context, cursors }, { viewer, after }),
  )

  route(visits.countVisitors, visitSchemas.countVisitors, async ({ viewer }) => ({
    count: await countNewVisits(context.db, viewer.userId),
  }))

  route(visits.markVisitorsSeen, visitSchemas.markVisitorsSeen, async ({ viewer: { userId }, body }) => {
    const until = new Date(body.until)
    await markVisitsSeen(context.db, { ownerId: userId, until, at: context.clock.now() })
    return { count: await countNewVisits(context.db, userId) }
  })
}

const PhotoPath = z.object({ photoId: PhotoId, size: z.enum(photoSizes) })
type PhotoPath = z.output<typeof PhotoPath>

/**
 * Sends one size of a photo if this viewer may fetch it now (PRO-8). Missing, hidden and forbidden photos get
 * one reply.
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

  const isPrivate = photo.visibility !== 'public' && path.data.size !== 'locked'
  return sendPhotoFile(context, { request, reply, photo: { ...photo, ...path.data, isPrivate } })
}

async function photoToSend(
  { db, sites }: Pick<AppContext, 'db' | 'sites'>,
  identify: Identify<Viewer>,
  request: FastifyRequest,
  { photoId, size }: PhotoPath,
) {
  const viewer = await identify(request)
  const settings = settingsForVisitor(request, sites.of(request.hostname.toLowerCase()).settings)
  if (!mayBrowse({ viewer, settings })) return null
  const photo = await findPhotoForFetch(db, { photoId, viewerId: viewer?.userId ?? null })
  if (!photo) return null
  const access = photoAccess(viewerRole(viewer, photo.ownerId), photo, viewer)
  return access === 'open' || (access === 'locked' && size === 'locked') ? photo : null
}
