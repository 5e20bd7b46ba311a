import { HOUR } from '#contract/time.ts'
import { FREE_PHOTOS, MAXIMUM_AGE, MINIMUM_AGE, ONLINE_MS, PREMIUM_PHOTOS } from '#contract/limits.ts'

/** Signs of life are written this often, so what is stored may lag by as much. */
export const ACTIVITY_FLUSH_MS = 15_000

/** What a photo's own bytes cost a viewer: all sizes, only the blurred `locked` one, or as if it were not there. */
export type PhotoAccess = 'open' | 'locked' | 'none'

/** Who looks, as far as photos are concerned. `visitor`: without log-in. */
export type Onlooker = 'visitor' | 'free' | 'premium' | 'owner'

export interface PhotoFacts {
  isMain: boolean
  visibility: string
  /** `disabled` by photo review. */
  status: string
}

/**
 * What an onlooker gets of one photo. Main photo: whoever may see the profile. Other public and private photos:
 * premium members; free members see a lock; visitors see the main photo and nothing else.
 * Source: PRO-5, PRO-6.
 */
export function photoAccess(onlooker: Onlooker, { isMain, status }: PhotoFacts): PhotoAccess {
  if (onlooker === 'owner') return 'open'
  if (status !== 'active') return 'none'
  if (isMain || onlooker === 'premium') return 'open'
  return onlooker === 'free' ? 'locked' : 'none'
}

export function photoLimit({ isPremium }: { isPremium: boolean }) {
  return isPremium ? PREMIUM_PHOTOS : FREE_PHOTOS
}

/** The photo that is the main one after a change: the wanted one if everybody may see it, else the first such, else none. */
export function nextMainPhoto(
  photos: { id: number; visibility: string; status: string }[],
  wantedId: number | null,
): number | null {
  const candidates = photos.filter(({ visibility, status }) => visibility === 'public' && status === 'active')
  return (candidates.find(({ id }) => id === wantedId) ?? candidates[0])?.id ?? null
}

/** Visitors learn no more of a name than its first word. */
export function firstName(name: string) {
  return name.trim().split(/\s+/)[0] ?? ''
}

export function isOnline(lastActiveAt: Date, now: Date) {
  return now.getTime() - lastActiveAt.getTime() <= ONLINE_MS + ACTIVITY_FLUSH_MS
}

/** The day it is in UTC, `2026-11-21`. Ages that are shown and searched go by it. */
export function todayIn(now: Date) {
  return now.toISOString().slice(0, 10)
}

/** Whole years from a date of birth to a day. Who was born on 29 February has her birthday on 1 March in other years. */
export function ageOn(day: string, birthDate: string) {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/**
 * Old enough wherever on earth she is: the birthday has come even in the time zone where the day begins last (UTC−12).
 * Source: PRO-1.
 */
export function isOldEnough({
  birthDate,
  now,
  minimumAge = MINIMUM_AGE,
}: {
  birthDate: string
  now: Date
  minimumAge?: number
}) {
  return ageOn(todayIn(new Date(now.getTime() - 12 * HOUR)), birthDate) >= minimumAge
}

/** A date that somebody alive and searchable can have been born on. */
export function isPossibleBirthDate({ birthDate, now }: { birthDate: string; now: Date }) {
  return birthDate <= todayIn(now) && ageOn(todayIn(now), birthDate) <= MAXIMUM_AGE
}
