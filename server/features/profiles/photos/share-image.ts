import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ProfileId } from '#contract/ids.ts'
import { SHARE_IMAGE_RATE } from '#contract/limits.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import { scaleRate } from '#server/platform/http/limits/rate-limit.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { renderPhotoShareImage } from '#server/platform/images/share-image.ts'
import { photoFile } from '../photo-files.ts'
import { findPhotoForFetch } from './photo-queries.ts'
import { photoAccess } from '../rules.ts'
import { openMember } from '../service.ts'

/** Images in memory: rendering one takes much longer than the check before it is sent. */
const MAX_IMAGES = 100

const Path = z.object({ file: z.string().endsWith('.jpg') }).transform(({ file }) => file.slice(0, -'.jpg'.length))

/**
 * The image of a link to a member: main photo, name, age and region as a visitor sees them now (PRO-10), the
 * same for every role. Members without such a photo, or hidden from visitors, have none.
 */
export function memberShareImageRoute({ app }: Pick<Routes<Viewer>, 'app'>, context: AppContext) {
  const images = new LRUCache<string, Promise<Buffer>>({ max: MAX_IMAGES })
  const rateLimit = scaleRate(SHARE_IMAGE_RATE, context.config)

  app.get('/share/members/:file', { schema: { hide: true }, config: { rateLimit } }, async (request, reply) => {
    const id = Path.pipe(ProfileId).safeParse(request.params)
    const { settings } = context.sites.of(request.hostname.toLowerCase())
    const preview = id.success ? await findShown(context, { profileId: id.data, settings }) : null
    if (!preview) return reply.callNotFound()
    const { member, storageKey } = preview
    const words = { title: `${member.name}, ${member.age}`, place: member.region, site: settings.name }
    const key = JSON.stringify([storageKey, words])
    // The preview of a link in a large group is asked for by many at once.
    const image = await getOrLoad(images, key, () => render(context, storageKey, words))
    return reply.type('image/jpeg').header('cache-control', 'no-store').send(image)
  })
}

/** Returns what visitors see of a member now; null without a photo that they may see. */
async function findShown(context: AppContext, { profileId, settings }: { profileId: string; settings: Settings }) {
  try {
    const member = await openMember(context, { viewer: null, settings, profileId })
    if (!member.photo || member.isFictional) return null
    const photo = await findPhotoForFetch(context.db, { photoId: member.photo.id, viewerId: null })
    return photo && photoAccess('visitor', photo, null) === 'open' ? { member, storageKey: photo.storageKey } : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** @throws AppError `request.not_found`: the file of the photo is gone */
async function render(
  { storage }: Pick<AppContext, 'storage'>,
  storageKey: string,
  words: Parameters<typeof renderPhotoShareImage>[1],
) {
  const stored = await storage.open(photoFile(storageKey, 'large'))
  if (!stored) throw new AppError('request.not_found')
  return renderPhotoShareImage(await buffer(stored.stream), words)
}
