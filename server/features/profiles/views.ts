import type { MemberProfile, OwnPhoto, OwnProfile, Photo, ProfileCard } from '#contract/profiles.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '#server/platform/http/routes.ts'
import { findCards } from './card-query.ts'
import type { CardRow } from './fragments.ts'
import { findDetails, findPhotos, isPremium } from './queries.ts'
import { ageOn, firstName, isOnline, photoAccess, photoLimit, todayIn, type Onlooker } from './rules.ts'

type PhotoRow = Awaited<ReturnType<typeof findPhotos>>[number]

/** Of who looks, cards need no more than this. */
type CardViewer = Pick<Viewer, 'userId'> | null

interface Wanted {
  viewer: CardViewer
  userIds: number[]
  /** Also who left or is blocked, without photo and never online: for conversations that stay readable. */
  withHidden?: boolean
}

/**
 * Members as this viewer may see them on a tile, by key; iterates in the order given. Left out: deleted, disabled,
 * blocked in either direction. A visitor without log-in gets first names and no cities.
 */
export async function cardsByUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userIds, withHidden = false }: Wanted,
): Promise<Map<number, ProfileCard>> {
  if (userIds.length === 0) return new Map()
  const rows = await findCards(db, { viewerId: viewer?.userId ?? null, userIds })
  const now = clock.now()
  return new Map(
    rows
      .filter((row) => withHidden || !row.isHidden)
      .map((row) => [row.userId, row.isHidden ? hiddenCard(row, now) : toCard(row, { viewer, now })]),
  )
}

/** One row of `cardColumns` as this viewer may see it. Whether she may see it at all is the query's business. */
export function toCard(row: CardRow, { viewer, now }: { viewer: CardViewer; now: Date }): ProfileCard {
  const { publicId, name, gender, birthDate, country, region, city, lastActiveAt, isLiked, isMatch } = row
  return {
    id: publicId,
    name: viewer ? name : firstName(name),
    age: ageOn(todayIn(now), birthDate),
    gender,
    country,
    region,
    city: viewer ? city : null,
    isOnline: viewer !== null && lastActiveAt !== null && isOnline(lastActiveAt, now),
    photo: row.photoId
      ? { id: row.photoId, width: row.width, height: row.height, thumbhash: row.thumbhash, isLocked: false }
      : null,
    isLiked,
    isMatch,
  }
}

function hiddenCard(row: CardRow, now: Date): ProfileCard {
  return { ...toCard({ ...row, lastActiveAt: null, photoId: null }, { viewer: null, now }), name: row.name }
}

/** Thumbhash of an even grey: what a locked photo shows before its blur is there. */
const NEUTRAL_THUMBHASH = 'IAgCBQA7SXh4iHiXeHf4ZwAAAAAA'
/** Size of the `locked` picture of every photo, whatever its own shape. */
const LOCKED_SIZE_PX = { width: 240, height: 320 }

/**
 * A member's page as this viewer may see it; whether she may open it at all was decided before.
 * `isBlocked`: the viewer blocked her; no more is shown than is needed to lift that.
 */
export async function memberView(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userId, isBlocked }: { viewer: Viewer | null; userId: number; isBlocked: boolean },
): Promise<MemberProfile | null> {
  const [card, details, rows] = await Promise.all([
    cardsByUser({ db, clock }, { viewer, userIds: [userId], withHidden: isBlocked }).then((cards) => cards.get(userId)),
    findDetails(db, userId),
    findPhotos(db, userId),
  ])
  if (!card || !details) return null
  const onlooker = onlookerOf(viewer, userId)
  const photos = isBlocked ? [] : rows.flatMap((row) => toPhoto(row, onlooker) ?? [])
  const says = viewer && !isBlocked
  return {
    ...card,
    about: says ? details.about : null,
    lookingFor: says ? details.lookingFor : null,
    relationship: says ? details.relationship : null,
    bodyType: says ? details.bodyType : null,
    interests: says ? details.interests : [],
    photos,
    photoLock: isBlocked ? null : photoLockOf({ viewer, photos, activeCount: rows.filter(isActive).length }),
    isBlocked,
  }
}

/** The member's own profile, with all photos. */
export async function ownView(db: Context['db'], userId: number): Promise<OwnProfile> {
  const [details, photos, premium] = await Promise.all([
    findDetails(db, userId),
    findPhotos(db, userId),
    isPremium(db, userId),
  ])
  if (!details) throw new Error('a member without a profile')
  const { publicId, ...profile } = details
  return { id: publicId, ...profile, photos: photos.map(toOwnPhoto), photoLimit: photoLimit({ isPremium: premium }) }
}

export function toOwnPhoto(row: PhotoRow): OwnPhoto {
  const { publicId, width, height, thumbhash, visibility, isMain } = row
  return { id: publicId, width, height, thumbhash, isLocked: false, visibility, isMain }
}

export function onlookerOf(viewer: Viewer | null, ownerId: number): Onlooker {
  if (!viewer) return 'visitor'
  if (viewer.userId === ownerId) return 'owner'
  return viewer.isPremium ? 'premium' : 'free'
}

function toPhoto(row: PhotoRow, onlooker: Onlooker): Photo | null {
  const access = photoAccess(onlooker, row)
  if (access === 'none') return null
  const { publicId: id, width, height, thumbhash } = row
  if (access === 'open') return { id, width, height, thumbhash, isLocked: false }
  return { id, ...LOCKED_SIZE_PX, thumbhash: NEUTRAL_THUMBHASH, isLocked: true }
}

function isActive({ status }: PhotoRow) {
  return status === 'active'
}

/** What a viewer has to do to see more photos, where there are more. */
function photoLockOf({ viewer, photos, activeCount }: { viewer: Viewer | null; photos: Photo[]; activeCount: number }) {
  if (!viewer) return activeCount > photos.length ? ('login' as const) : null
  return photos.some(({ isLocked }) => isLocked) ? ('premium' as const) : null
}
