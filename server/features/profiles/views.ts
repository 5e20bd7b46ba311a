import type { MemberProfile, OwnPhoto, OwnProfile, Photo, ProfileCard } from '#contract/profiles.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { findCards } from './card-query.ts'
import type { CardRow } from './fragments.ts'
import { findDetails, findPhotos, isPremium } from './queries.ts'
import {
  ageOn,
  firstName,
  isOnline,
  knownInterests,
  photoAccess,
  photoLimit,
  todayIn,
  type ViewerRole,
} from './rules.ts'

type PhotoRow = Awaited<ReturnType<typeof findPhotos>>[number]

/** The part of a viewer that cards depend on. */
type CardViewer = Pick<Viewer, 'userId'> | null

interface CardsInput {
  viewer: CardViewer
  userIds: number[]
  /** Includes members who left or are blocked, without photo and never online: for conversations that stay readable. */
  withHidden?: boolean
}

/**
 * Returns cards of members as this viewer may see them, by key and in the order given. Deleted and disabled members and
 * those blocked in either direction are left out. Visitors get first names and no cities.
 */
export async function cardsByUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userIds, withHidden = false }: CardsInput,
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

/** Turns a row of `cardColumns` into a card for this viewer. The query has checked that the viewer may see the member. */
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
    isFictional: row.isFictional,
  }
}

function hiddenCard(row: CardRow, now: Date): ProfileCard {
  return { ...toCard({ ...row, lastActiveAt: null, photoId: null }, { viewer: null, now }), name: row.name }
}

/** Thumbhash of an even grey, because the thumbhash of a locked photo would reveal it. */
const NEUTRAL_THUMBHASH = 'IAgCBQA7SXh4iHiXeHf4ZwAAAAAA'
/** Reported for every locked photo, whatever its own size: only the ratio matters to the layout. */
const LOCKED_SIZE_PX = { width: 240, height: 320 }

/**
 * Returns a member's profile as this viewer may see it. The caller has checked that the viewer may open it.
 * `isBlocked`: the viewer blocked the member, and sees only what is needed to unblock them.
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
  const role = viewerRole(viewer, userId)
  const photos = isBlocked ? [] : rows.flatMap((row) => toPhoto(row, role) ?? [])
  const showsDetails = viewer && !isBlocked
  return {
    ...card,
    about: showsDetails ? details.about : null,
    lookingFor: showsDetails ? details.lookingFor : null,
    relationship: showsDetails ? details.relationship : null,
    bodyType: showsDetails ? details.bodyType : null,
    interests: showsDetails ? knownInterests(details.interests) : [],
    photos,
    photoLock: isBlocked ? null : photoLockOf({ viewer, photos, activeCount: rows.filter(isActive).length }),
    isBlocked,
  }
}

/** Returns the member's own profile, with all photos. */
export async function ownView(db: Context['db'], userId: number): Promise<OwnProfile> {
  const [details, photos, premium] = await Promise.all([
    findDetails(db, userId),
    findPhotos(db, userId),
    isPremium(db, userId),
  ])
  if (!details) throw new Error('a member without a profile')
  const { publicId, interests, ...profile } = details
  return {
    id: publicId,
    ...profile,
    interests: knownInterests(interests),
    photos: photos.map(toOwnPhoto),
    photoLimit: photoLimit({ isPremium: premium }),
  }
}

export function toOwnPhoto(row: PhotoRow): OwnPhoto {
  const { publicId, width, height, thumbhash, visibility, isMain } = row
  return { id: publicId, width, height, thumbhash, isLocked: false, visibility, isMain }
}

export function viewerRole(viewer: Viewer | null, ownerId: number): ViewerRole {
  if (!viewer) return 'visitor'
  if (viewer.userId === ownerId) return 'owner'
  return viewer.isPremium ? 'premium' : 'free'
}

function toPhoto(row: PhotoRow, role: ViewerRole): Photo | null {
  const access = photoAccess(role, row)
  if (access === 'none') return null
  const { publicId: id, width, height, thumbhash } = row
  if (access === 'open') return { id, width, height, thumbhash, isLocked: false }
  return { id, ...LOCKED_SIZE_PX, thumbhash: NEUTRAL_THUMBHASH, isLocked: true }
}

function isActive({ status }: PhotoRow) {
  return status === 'active'
}

/** Returns what a viewer has to do to see more photos, or null when there are no more (PRO-5). */
function photoLockOf({ viewer, photos, activeCount }: { viewer: Viewer | null; photos: Photo[]; activeCount: number }) {
  if (!viewer) return activeCount > photos.length ? ('login' as const) : null
  return photos.some(({ isLocked }) => isLocked) ? ('premium' as const) : null
}
