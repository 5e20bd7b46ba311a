import { interests, type Interest } from '#contract/settings.ts'
import { HOUR } from '#contract/time.ts'
import { FREE_PHOTOS, MAXIMUM_AGE, MINIMUM_AGE, ONLINE_MS, PREMIUM_PHOTOS } from '#contract/limits.ts'

/** Activity is written this often, so the stored time may lag by as much. */
export const ACTIVITY_FLUSH_MS = 15_000

/** The sizes of a photo that a viewer may fetch: all, only the blurred `locked` one, or none. */
export type PhotoAccess = 'open' | 'locked' | 'none'

/** What decides which photos a viewer may see. `visitor`: without log-in. */
export type ViewerRole = 'visitor' | 'free' | 'premium' | 'owner'

export interface PhotoState {
  isMain: boolean
  visibility: string
  /** `disabled` by photo review. */
  status: string
}

/**
 * Decides what a viewer gets of one photo. Everyone who may see the profile gets the main photo. Premium members get all
 * other photos, free members see them locked, visitors do not see them.
 * Source: PRO-5, PRO-6.
 */
export function photoAccess(role: ViewerRole, { isMain, status }: PhotoState): PhotoAccess {
  if (role === 'owner') return 'open'
  if (status !== 'active') return 'none'
  if (isMain || role === 'premium') return 'open'
  return role === 'free' ? 'locked' : 'none'
}

/** Source: PRO-4. */
export function photoLimit({ isPremium }: { isPremium: boolean }) {
  return isPremium ? PREMIUM_PHOTOS : FREE_PHOTOS
}

/** Chooses the main photo after a change: the preferred one if it is public and active, else the first such one, else none. */
export function nextMainPhoto(
  photos: { id: number; visibility: string; status: string }[],
  preferredId: number | null,
): number | null {
  const candidates = photos.filter(({ visibility, status }) => visibility === 'public' && status === 'active')
  return (candidates.find(({ id }) => id === preferredId) ?? candidates[0])?.id ?? null
}

/** Returns the first word of a name, which is all that visitors see of it. */
export function firstName(name: string) {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** Source: PRO-12. */
export function isOnline(lastActiveAt: Date, now: Date) {
  return now.getTime() - lastActiveAt.getTime() <= ONLINE_MS + ACTIVITY_FLUSH_MS
}

/** Returns the day in UTC, `2026-11-21`. Ages that are shown and searched use it. */
export function todayIn(now: Date) {
  return now.toISOString().slice(0, 10)
}

/** Returns the whole years from a date of birth to a day. A birthday on 29 February is 1 March in other years. */
export function ageOn(day: string, birthDate: string) {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/**
 * Returns whether a member has the minimum age in every time zone: the birthday has come also where the day begins last
 * (UTC−12). Source: PRO-1.
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

/** Returns whether a date of birth is not in the future and gives an age that the search offers. */
export function isPossibleBirthDate({ birthDate, now }: { birthDate: string; now: Date }) {
  return birthDate <= todayIn(now) && ageOn(todayIn(now), birthDate) <= MAXIMUM_AGE
}

/** Returns the stored interests that exist, each once: the contract may have changed since they were written. */
export function knownInterests(stored: readonly string[]): Interest[] {
  return [...new Set(stored)].filter(isInterest)
}

function isInterest(value: string): value is Interest {
  return interests.some((interest) => interest === value)
}
