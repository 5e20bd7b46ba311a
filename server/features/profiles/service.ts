import { MINIMUM_AGE } from '#contract/limits.ts'
import type { ProfileEdit } from '#contract/profiles.ts'
import type { Settings } from '#contract/settings.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { profileCreated, profileUpdated } from './events.ts'
import { insertProfile, saveProfile } from './queries.ts'
import { isOldEnough, isPossibleBirthDate, mayVisitorsBrowse } from './rules.ts'
import { memberView, ownView } from './views.ts'

type PlacesOf = Pick<Settings, 'countries' | 'region_data'>

interface Birth {
  birthDate: string
  now: Date
}

/** @throws AppError `profiles.birth_date_invalid`, `profiles.too_young` with `{min_age}`, at the field `birthDate` */
export function assertBirthDate({ birthDate, now }: Birth) {
  if (!isPossibleBirthDate({ birthDate, now })) throw fieldError('birthDate', 'profiles.birth_date_invalid')
  if (!isOldEnough({ birthDate, now })) throw fieldError('birthDate', 'profiles.too_young', { min_age: MINIMUM_AGE })
}

/** @throws AppError `profiles.region_unknown` at the field `region`: not a place of this site */
export function assertPlace(settings: PlacesOf, { country, region }: Pick<ProfileEdit, 'country' | 'region'>) {
  const isKnown = settings.countries.includes(country) && settings.region_data[country]?.includes(region)
  if (!isKnown) throw fieldError('region', 'profiles.region_unknown')
}

export interface NewMember extends Pick<ProfileEdit, 'country' | 'region' | 'city' | 'lookingFor'> {
  userId: number
  name: string
  gender: ProfileEdit['lookingFor']
  birthDate: string
}

/**
 * Gives a new account its profile, in the transaction of the sign-up. Returns its public id.
 * @throws AppError `profiles.birth_date_invalid`, `profiles.too_young`, `profiles.region_unknown`, at their fields
 */
export async function createProfile(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { settings, ...member }: NewMember & { settings: PlacesOf },
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
 * Replaces what a member says about herself.
 * @throws AppError `profiles.region_unknown`
 */
export async function updateProfile(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, settings, edit }: { viewer: Viewer; settings: PlacesOf; edit: ProfileEdit },
) {
  assertPlace(settings, edit)
  await transaction(async (tx) => {
    await saveProfile(tx, { userId: viewer.userId, edit, at: clock.now() })
    await emit(tx, profileUpdated, { userId: viewer.userId })
  })
  return ownView(db, viewer.userId)
}

/**
 * A member's page.
 * @throws AppError `authentication_required` (site closed to visitors), `profiles.not_found`, `moderation.blocked`
 */
export async function openMember(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, settings, profileId }: { viewer: Viewer | null; settings: Settings; profileId: string },
) {
  if (!viewer && !mayVisitorsBrowse(settings)) throw new AppError('authentication_required')
  const { userId, isBlockedByMe } = await assertReachable({ db }, { viewerId: viewer?.userId ?? null, profileId })
  const member = await memberView({ db, clock }, { viewer, userId, isBlocked: isBlockedByMe })
  if (!member) throw new AppError('profiles.not_found')
  return member
}
