import type { CountryCode } from '#contract/countries.ts'
import { interests } from '#contract/settings/interests.ts'
import { prompts } from '#contract/profiles/prompts.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import type {
  LastSeen,
  MemberProfile,
  OwnPhoto,
  PhotoKey,
  ProfileAnswer,
  ProfileQuote,
  QuotedPart,
} from '#contract/profiles/schemas.ts'
import { DAY, HOUR, dayOf } from '#contract/time.ts'
import type { ViewerRole } from '#server/features/visibility/rules.ts'
import {
  EXPLICIT_RATING,
  FORMER_PRICES_MS,
  FREE_PHOTOS,
  MAXIMUM_AGE,
  ONLINE_MS,
  PHOTO_REQUEST_PAUSE_MS,
  PREMIUM_PHOTOS,
  PROFILE_ANSWERS,
} from '#contract/limits.ts'

/** Activity is written this often, so the stored time may lag by as much. */
export const ACTIVITY_FLUSH_MS = 15_000

const WEEK = 7 * DAY

/** The sizes of a photo that a viewer may fetch: all, only the blurred `locked` one, or none. */
export type PhotoAccess = 'open' | 'locked' | 'none'

export interface PhotoState {
  isMain: boolean
  visibility: string
  /** Others see active photos only. */
  status: string
  /** Beyond the free limit (PRO-16). */
  isHidden: boolean
  /** The viewer paid for it. */
  isUnlocked: boolean
  /** The owner shows the viewer the photos on request. */
  isGranted: boolean
}

/**
 * Decides what a viewer gets of one photo. Everyone who may see the profile gets the main photo. Of the
 * others premium members get all, free members see them locked unless they paid, visitors none. Photos on
 * request are open to members with a grant alone, also after the viewer paid while one was private. Where
 * the viewer's age must be confirmed, those that are not public stay locked: no one may have reviewed them.
 * Source: PRO-5, PRO-6, PRO-16, PRO-17, PRO-40.
 */
export function photoAccess(
  role: ViewerRole,
  photo: PhotoState,
  viewer: { mustAssureAge: boolean } | null,
): PhotoAccess {
  if (role === 'owner') return 'open'
  if (photo.status !== 'active' || photo.isHidden) return 'none'
  if (photo.isMain) return 'open'
  if (role === 'visitor') return 'none'
  if (viewer?.mustAssureAge && photo.visibility !== 'public') return 'locked'
  if (photo.visibility === 'on_request') return photo.isGranted ? 'open' : 'locked'
  return role === 'premium' || photo.isUnlocked ? 'open' : 'locked'
}

/** Returns what opens a locked photo. */
export function photoKey(visibility: OwnPhoto['visibility']): PhotoKey {
  return ({ public: 'premium', private: 'unlock', on_request: 'request' } as const)[visibility]
}

/**
 * Returns whether a request for photos reads as open: for some time after asking, whatever the owner decided,
 * so that a declined one looks unanswered. Then the member can ask again.
 */
export function isRequestOpen({ askedAt, now }: { askedAt: Date; now: Date }) {
  return now.getTime() - askedAt.getTime() < PHOTO_REQUEST_PAUSE_MS
}

/** Returns whether asking again reaches the owner: not for some time after a declined or withdrawn grant. */
export function reachesOwner({ decidedAt, now }: { decidedAt: Date | null; now: Date }) {
  return decidedAt === null || now.getTime() - decidedAt.getTime() >= PHOTO_REQUEST_PAUSE_MS
}

/**
 * Returns all photos in the wanted order; unnamed ones follow in their present order, and unknown names are
 * ignored.
 */
export function orderedPhotos<Item extends { publicId: string }>(photos: readonly Item[], wanted: readonly string[]) {
  const named = [...new Set(wanted)].flatMap((id) => photos.find(({ publicId }) => publicId === id) ?? [])
  return [...named, ...photos.filter((photo) => !named.includes(photo))]
}

/** Source: PRO-4. */
export function photoLimit({ isPremium }: { isPremium: boolean }) {
  return isPremium ? PREMIUM_PHOTOS : FREE_PHOTOS
}

/** Returns whether a photo counts as sexually explicit; one that was not rated does not. */
export function isExplicit(explicitness: number | null) {
  return explicitness !== null && explicitness >= EXPLICIT_RATING
}

/**
 * Returns whether a photo waits for an operator: each one where the site reviews all of them, and one that is
 * rated explicit where everyone would see it.
 * Source: PRO-25, PRO-27.
 */
export function waitsForReview({
  visibility,
  explicitness,
  isReviewed,
}: {
  visibility: string
  explicitness: number | null
  isReviewed: boolean
}) {
  return isReviewed || (visibility === 'public' && isExplicit(explicitness))
}

/** Chooses the main photo after a change: the preferred one if public and active, else the first such one. */
export function nextMainPhoto(
  photos: { id: number; visibility: string; status: string }[],
  preferredId: number | null,
): number | null {
  const candidates = photos.filter(({ visibility, status }) => visibility === 'public' && status === 'active')
  return (candidates.find(({ id }) => id === preferredId) ?? candidates[0])?.id ?? null
}

/** Source: PRO-12. */
export function isOnline(lastActiveAt: Date, now: Date) {
  return lastActiveAt >= onlineSince(now)
}

/** Returns the least stored activity of members who are online. */
export function onlineSince(now: Date) {
  return new Date(now.getTime() - ONLINE_MS - ACTIVITY_FLUSH_MS)
}

interface PriceCountry {
  country: CountryCode
  priceCountry: CountryCode | null
  priceCountryUntil: Date | null
}

/** Returns whose prices a member has instead of the own country's, and until when, or null (PAY-28). */
export function formerPrices({ priceCountry, priceCountryUntil }: Omit<PriceCountry, 'country'>, now: Date) {
  if (priceCountry === null || priceCountryUntil === null || priceCountryUntil <= now) return null
  return { country: priceCountry, until: priceCountryUntil }
}

/**
 * Returns whose prices a member has after a move, and until when. The new country's apply at once, unless the
 * network address is in another one: everyone could order where it is cheapest, and without tax.
 * Source: PAY-28.
 */
export function pricesAfterMove(
  stored: PriceCountry,
  { country, addressCountry, now }: { country: CountryCode; addressCountry: CountryCode | null; now: Date },
): Omit<PriceCountry, 'country'> {
  const former = formerPrices(stored, now)?.country ?? stored.country
  const isContradicted = addressCountry !== null && addressCountry !== country
  if (!isContradicted || former === country) return { priceCountry: null, priceCountryUntil: null }
  return { priceCountry: former, priceCountryUntil: new Date(now.getTime() + FORMER_PRICES_MS) }
}

/** The map is divided into cells of half a degree. */
const CELLS_PER_DEGREE = 2
export const CELLS_PER_ROW = 360 * CELLS_PER_DEGREE
const CELL_ROWS = 180 * CELLS_PER_DEGREE

/**
 * Snaps a position, in degrees, to its cell of the map. Only the cell is stored: nothing derived from it
 * leads closer to a member. Source: PRO-21.
 */
export function cellOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  const row = Math.min(CELL_ROWS - 1, Math.max(0, Math.floor((latitude + 90) * CELLS_PER_DEGREE)))
  const column = Math.floor((longitude + 180) * CELLS_PER_DEGREE) % CELLS_PER_ROW
  return row * CELLS_PER_ROW + ((column + CELLS_PER_ROW) % CELLS_PER_ROW)
}

/** Returns the middle of a cell, in degrees. */
export function centreOf(cell: number) {
  return {
    latitude: (Math.floor(cell / CELLS_PER_ROW) + 0.5) / CELLS_PER_DEGREE - 90,
    longitude: ((cell % CELLS_PER_ROW) + 0.5) / CELLS_PER_DEGREE - 180,
  }
}

/** Returns when a member was last active, too coarse to follow anyone's day; null when it was longer ago. */
export function lastSeen(lastActiveAt: Date, now: Date): LastSeen | null {
  if (isOnline(lastActiveAt, now)) return 'online'
  const idleMs = now.getTime() - lastActiveAt.getTime()
  if (idleMs <= DAY) return 'today'
  return idleMs <= WEEK ? 'week' : null
}

/** Returns the day in UTC, `2026-11-21`. Ages that are shown and searched use it. */
export function todayIn(now: Date) {
  return dayOf(now)
}

/** Returns the whole years from a birth to a day. A birthday on 29 February is 1 March in other years. */
export function ageOn(day: string, birthDate: string) {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/**
 * Returns whether a member has the minimum age in every time zone, also where the day begins last (UTC−12).
 * Source: PRO-1.
 */
export function isOldEnough({ birthDate, now, minimumAge }: { birthDate: string; now: Date; minimumAge: number }) {
  return ageOn(todayIn(new Date(now.getTime() - 12 * HOUR)), birthDate) >= minimumAge
}

/** Returns whether a date of birth is not in the future and gives an age that the search offers. */
export function isPossibleBirthDate({ birthDate, now }: { birthDate: string; now: Date }) {
  return birthDate <= todayIn(now) && ageOn(todayIn(now), birthDate) <= MAXIMUM_AGE
}

/** Returns the stored interests that exist, each once: the contract may have changed since. */
export function knownInterests(stored: readonly string[]): Interest[] {
  return [...new Set(stored)].filter(isInterest)
}

/** Returns the stored answers whose prompts exist, and no more than allowed: the contract may change. */
export function knownAnswers(stored: readonly ProfileAnswer[]): ProfileAnswer[] {
  return stored.filter(({ prompt }) => prompts.includes(prompt)).slice(0, PROFILE_ANSWERS)
}

/** Returns the part of a profile that a message is about, if the viewer sees it; otherwise null. */
export function quoteOf(
  { answers, photos }: Pick<MemberProfile, 'answers' | 'photos'>,
  part: QuotedPart,
): ProfileQuote | null {
  if ('photoId' in part) {
    const photo = photos.find(({ id, isLocked }) => id === part.photoId && !isLocked)
    return photo ? { kind: 'photo', photoId: photo.id } : null
  }
  const answer = answers.find(({ prompt }) => prompt === part.prompt)
  return answer ? { kind: 'answer', ...answer } : null
}

function isInterest(value: string): value is Interest {
  return interests.some((interest) => interest === value)
}

/**
 * Whether a photo was made by an upload. Of photos before 0143 it is not known, and taken to be so. The
 * hash of an upload with another client id is never the same: an older version of the program may have left
 * it, when it replaced the image. Replacing an image by itself does less harm than losing another crop.
 */
export function isSameUpload({ uploadHash }: { uploadHash: Buffer | null }, hash: Buffer) {
  return uploadHash === null || uploadHash.equals(hash)
}
