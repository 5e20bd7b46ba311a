import { MINIMUM_AGE } from '#contract/limits.ts'
import type { ProfileEdit } from '#contract/profiles.ts'
import { mayVisitorsBrowse, type Settings } from '#contract/settings.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { profileCreated, profileUpdated } from './events.ts'
import { insertProfile, saveProfile } from './queries.ts'
import { isOldEnough, isPossibleBirthDate } from './rules.ts'
import { memberView, ownView } from './views.ts'

type PlaceSettings = Pick<Settings, 'countries' | 'region_data'>

interface Birth {
  birthDate: string
  now: Date
}

/**
 * Checks a date of birth (PRO-1).
 * @throws AppError `profiles.birth_date_invalid`, `profiles.too_young` with `{min_age}`, at the field `birthDate`
 */
export function assertBirthDate({ birthDate, now }: Birth) {
  if (!isPossibleBirthDate({ birthDate, now })) throw fieldError('birthDate', 'profiles.birth_date_invalid')
  if (!isOldEnough({ birthDate, now })) throw fieldError('birthDate', 'profiles.too_young', { min_age: MINIMUM_AGE })
}

/**
 * Checks that a place is in the lists of the site (PRO-3).
 * @throws AppError `profiles.region_unknown` at the field `region`
 */
export function assertPlace(settings: PlaceSettings, { country, region }: Pick<ProfileEdit, 'country' | 'region'>) {
  const isKnown = settings.countries.includes(country) && settings.region_data[country]?.includes(region)
  if (!isKnown) throw fieldError('region', 'profiles.region_unknown')
}

export interface NewMember extends Pick<ProfileEdit, 'country' | 'region' | 'city' | 'lookingFor'> {
  userId: number
  name: string
  gender: ProfileEdit['lookingFor']
  birthDate: string
  /** The profile belongs to no person (PRO-13). */
  isFictional?: boolean
}

/**
 * Creates the profile of a new account, in the transaction of the sign-up. Returns its public id.
 * @throws AppError `profiles.birth_date_invalid`, `profiles.too_young`, `profiles.region_unknown`, at their fields
 */
export async function createProfile(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { settings, ...member }: NewMember & { settings: PlaceSettings },
) {
  const now = clock.now()
  assertBirthDate({ birthDate: member.birthDate, now })
  assertPlace(settings, member)
  const publicId = newPublicId()
  await insertProfile(tx, { ...member, publicId, at: now })
  await emit(tx, profileCreated, { userId: member.userId })
  return { publicId }
}

/**
 * Replaces the fields that a member can edit.
 * @throws AppError `profiles.region_unknown`
 */
export async function updateProfile(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, settings, edit }: { viewer: Viewer; settings: PlaceSettings; edit: ProfileEdit },
) {
  await transaction((tx) => editProfile({ clock }, tx, { userId: viewer.userId, settings, edit }))
  return ownView(db, viewer.userId)
}

/**
 * Replaces the fields that a member can edit, in the transaction of the caller.
 * @throws AppError `profiles.region_unknown`
 */
export async function editProfile(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, settings, edit }: { userId: number; settings: PlaceSettings; edit: ProfileEdit },
) {
  assertPlace(settings, edit)
  await saveProfile(tx, { userId, edit, at: clock.now() })
  await emit(tx, profileUpdated, { userId })
}

/**
 * Checks that the viewer may see members on this site (PRO-10, SEARCH-6).
 * @throws AppError `authentication_required`: a visitor, and the site is closed to visitors
 */
export function assertMayBrowse({ viewer, settings }: { viewer: Viewer | null; settings: Settings }) {
  if (!viewer && !mayVisitorsBrowse(settings)) throw new AppError('authentication_required')
}

/**
 * Returns a member's profile as this viewer may see it.
 * @throws AppError `authentication_required` (site closed to visitors), `profiles.not_found`, `moderation.blocked`
 */
export async function openMember(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, settings, profileId }: { viewer: Viewer | null; settings: Settings; profileId: string },
) {
  assertMayBrowse({ viewer, settings })
  const { userId, isBlockedByMe } = await assertReachable({ db }, { viewerId: viewer?.userId ?? null, profileId })
  const member = await memberView({ db, clock }, { viewer, userId, isBlocked: isBlockedByMe })
  if (!member) throw new AppError('profiles.not_found')
  return member
}
