import { choiceSettings, mapChoices } from '#contract/profiles/profile-fields.ts'
import type { ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type {
  MemberPhoto,
  MemberProfile,
  OwnPhoto,
  OwnProfile,
  PhotoRequestState,
  ProfileCard,
} from '#contract/profiles/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { findCards, type CardRow } from './card-query.ts'
import { VISITOR_KEY } from '#server/features/visibility/fragments.ts'
import { viewerRole, type ViewerRole } from '#server/features/visibility/rules.ts'
import { findRequest } from './photos/photo-request-queries.ts'
import { findPhotos, type PhotoRow } from './photos/photo-queries.ts'
import { findDetails, isPremium } from './queries.ts'
import { isRequestOpen, knownAnswers, lastSeen, knownInterests, photoAccess, photoKey, photoLimit } from './rules.ts'

/** The part of a viewer that cards depend on. */
type CardViewer = Pick<Viewer, 'userId'> | null

interface CardsInput {
  viewer: CardViewer
  userIds: number[]
  /** Includes members who left or are blocked, without photo and never online: for old conversations. */
  withHidden?: boolean
}

/**
 * Returns cards of members as this viewer may see them, by key and in the order given. Deleted, disabled and
 * blocked members are left out. Visitors get first names and no cities.
 */
export async function cardsByUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userIds, withHidden = false }: CardsInput,
): Promise<Map<number, ProfileCard>> {
  const cards = await markedCardsByUser({ db, clock }, { viewer, userIds })
  return new Map([...cards].flatMap(([key, { isHidden, card }]) => (withHidden || !isHidden ? [[key, card]] : [])))
}

/** Returns cards as `cardsByUser` with hidden members, and marks those hidden from this viewer. */
export async function markedCardsByUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userIds }: Pick<CardsInput, 'viewer' | 'userIds'>,
): Promise<Map<number, { isHidden: boolean; card: ProfileCard }>> {
  if (userIds.length === 0) return new Map()
  const rows = await findCards(db, { viewerId: viewer?.userId ?? null, userIds, now: clock.now() })
  return new Map(rows.map((row) => [row.userId, { isHidden: row.isHidden, card: visibleCard(row) }]))
}

/** Returns when a member was last seen, whose card the viewer may see. Null if a mode or a block hides it. */
export async function lastSeenOfMember(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userId }: { viewer: Pick<Viewer, 'userId'>; userId: number },
) {
  const now = clock.now()
  const [row] = await findCards(db, { viewerId: viewer.userId, userIds: [userId], now })
  return row ? lastSeenOf(row, { viewer, now }) : null
}

/** Visitors get no activity, nor does anyone of hidden members, or of those in privacy mode (CHAT-16). */
function lastSeenOf(row: CardRow, { viewer, now }: { viewer: CardViewer; now: Date }) {
  return showsActivity(row, viewer) && row.lastActiveAt ? lastSeen(row.lastActiveAt, now) : null
}

function showsActivity({ isHidden, isInvisible, isReserved }: CardRow, viewer: CardViewer) {
  return viewer !== null && !isHidden && !isInvisible && !isReserved
}

/** A hidden member stays in conversations and among the blocked, without town, activity and photo. */
function visibleCard({ card, isHidden }: CardRow): ProfileCard {
  return isHidden ? { ...card, city: null, isOnline: false, photo: null } : card
}

/** An even grey, because the preview of a locked photo would reveal it. */
const NEUTRAL_PREVIEW = 'data:image/gif;base64,R0lGODlhAQABAIAAALKvuwAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
/** Reported for every locked photo, whatever its own size: only the ratio matters to the layout. */
const LOCKED_SIZE_PX = { width: 240, height: 320 }

/** The part of a viewer that a profile depends on. */
export type ProfileViewer = Pick<Viewer, 'userId' | 'isPremium' | 'mustAssureAge'> | null

interface MemberViewInput {
  viewer: ProfileViewer
  userId: number
  isBlocked: boolean
  /** Optional fields that the site shows (PRO-11). */
  visibleFields: Settings['visible_profile_fields']
}

/**
 * Returns a member's profile as this viewer may see it. The caller has checked that the viewer may open it.
 * `isBlocked`: the viewer blocked the member, and sees only what is needed to unblock them.
 */
export async function memberView(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userId, isBlocked, visibleFields }: MemberViewInput,
): Promise<MemberProfile | null> {
  const now = clock.now()
  const [[row], details, photoRows, photoRequest] = await Promise.all([
    findCards(db, { viewerId: viewer?.userId ?? null, userIds: [userId], now }),
    findDetails(db, userId),
    findPhotos(db, { userId, viewerId: viewer?.userId ?? VISITOR_KEY }),
    requestStateOf({ db, clock }, { viewer, userId }),
  ])
  if (!row || !details || (row.isHidden && !isBlocked)) return null
  // The owner too sees here what others can see: the page says so (PRO-25).
  const rows = isBlocked || row.isReserved ? [] : photoRows.filter(isShown)
  const role = viewerRole(viewer, userId)
  const photos = rows.flatMap((photo) => toPhoto(photo, { role, viewer }) ?? [])
  const showsDetails = viewer && !isBlocked && !row.isReserved
  const fields = showsDetails ? visibleFields : []
  return {
    ...visibleCard(row),
    lastSeen: lastSeenOf(row, { viewer, now }),
    answersOften: details.answersOften === true && showsActivity(row, viewer),
    isReserved: row.isReserved && !isBlocked,
    about: fields.includes('about') ? details.about : null,
    answers: fields.includes('prompts') ? knownAnswers(details.answers) : [],
    lookingFor: showsDetails ? details.lookingFor : null,
    ...visibleChoices(details, fields),
    interests: fields.includes('interests') ? knownInterests(details.interests) : [],
    photos,
    photoRequest,
    photoLock: photoLockOf({ viewer, photos, activeCount: rows.length }),
    isBlocked,
  }
}

/** Returns whether the viewer asked for photos on request. A declined request looks unanswered. */
async function requestStateOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, userId }: { viewer: ProfileViewer; userId: number },
): Promise<PhotoRequestState> {
  const request = viewer && (await findRequest(db, { ownerId: userId, memberId: viewer.userId }))
  if (!request) return 'none'
  if (request.state === 'granted') return 'granted'
  return isRequestOpen({ askedAt: request.askedAt, now: clock.now() }) ? 'asked' : 'none'
}

function visibleChoices(details: ProfileChoices, fields: MemberViewInput['visibleFields']) {
  return mapChoices<ProfileChoices>((name) => (fields.includes(choiceSettings[name]) ? details[name] : null))
}

/** Returns the member's own profile, with all photos. */
export async function ownView(db: Context['db'], userId: number): Promise<OwnProfile> {
  const [details, photos, premium] = await Promise.all([
    findDetails(db, userId),
    findPhotos(db, { userId, viewerId: userId }),
    isPremium(db, userId),
  ])
  if (!details) throw new Error('a member without a profile')
  const { publicId, interests, answers, birthDateCorrectedAt, answersOften: _, ...profile } = details
  return {
    id: publicId,
    ...profile,
    canCorrectBirthDate: birthDateCorrectedAt === null,
    answers: knownAnswers(answers),
    interests: knownInterests(interests),
    photos: photos.map(toOwnPhoto),
    photoLimit: photoLimit({ isPremium: premium }),
  }
}

export function toOwnPhoto(row: PhotoRow): OwnPhoto {
  const { publicId, width, height, preview, visibility, isMain, caption, status, rejection, isHidden, decision } = row
  const photo = { id: publicId, width, height, preview, isLocked: false }
  return { ...photo, visibility, isMain, caption, status, rejection, decision, isHidden }
}

function toPhoto(row: PhotoRow, { role, viewer }: { role: ViewerRole; viewer: ProfileViewer }): MemberPhoto | null {
  const access = photoAccess(role, row, viewer)
  if (access === 'none') return null
  const { publicId: id, width, height, preview, caption } = row
  if (access === 'open') return { id, width, height, preview, isLocked: false, key: null, caption }
  const key = photoKey(row.visibility)
  return { id, ...LOCKED_SIZE_PX, preview: NEUTRAL_PREVIEW, isLocked: true, key, caption: '' }
}

function isShown({ status, isHidden }: PhotoRow) {
  return status === 'active' && !isHidden
}

/** Returns what a viewer has to do to see more photos, or null when there are no more (PRO-5). */
function photoLockOf({
  viewer,
  photos,
  activeCount,
}: {
  viewer: ProfileViewer
  photos: MemberPhoto[]
  activeCount: number
}) {
  if (!viewer) return activeCount > photos.length ? ('login' as const) : null
  return photos.some(({ key }) => key === 'premium' || key === 'unlock') ? ('premium' as const) : null
}
