import type { CountryCode } from '#contract/countries.ts'
import { hasContactData } from '#contract/profiles/names.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import type { ProfileChange, ProfileEdit } from '#contract/profiles/schemas.ts'
import { minimumAge } from '#contract/settings/site-rules.ts'
import type { Interest, Settings } from '#contract/settings/schemas.ts'
import { assertNameIsNotEmail } from '#server/features/accounts/service.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import { mayBrowse } from '#server/features/visibility/rules.ts'
import type { AppContext } from '#server/context.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { cardChanged, profileCreated, profileUpdated } from './events.ts'
import { findDetails, insertProfile, lockBirth, savePriceCountry, saveProfile } from './queries.ts'
import { hasMoved, saveTownCell } from './position.ts'
import { isReservedName } from './reserved-name.ts'
import { isOldEnough, isPossibleBirthDate, pricesAfterMove } from './rules.ts'
import { memberView, ownView } from './views.ts'

type PlaceSettings = Pick<Settings, 'countries' | 'region_data' | 'minimum_ages'>
type EditSettings = PlaceSettings & Pick<Settings, 'interests'>

interface Birth {
  birthDate: string
  now: Date
  /** Of the member's country, in years. */
  minimumAge: number
}

/**
 * Checks a date of birth (PRO-1).
 * @throws AppError `profiles.birth_date_invalid`, `profiles.too_young` with `{min_age}`, at `birthDate`
 */
export function assertBirthDate({ birthDate, now, minimumAge: min_age }: Birth) {
  if (!isPossibleBirthDate({ birthDate, now })) throw fieldError('birthDate', 'profiles.birth_date_invalid')
  if (!isOldEnough({ birthDate, now, minimumAge: min_age }))
    throw fieldError('birthDate', 'profiles.too_young', { min_age })
}

/**
 * Checks that a name is not one of a site, its company or staff, and contains no contact data. All sites
 * count, because a member of one is seen on the others too (PRO-2, SET-2).
 * @throws AppError `profiles.name_not_allowed` at the field `name`
 */
export function assertName({ sites }: Pick<AppContext, 'sites'>, name: string) {
  const reserved = sites
    .all()
    .flatMap(({ settings, company }) => [settings.name, settings.mail_name, company.name, ...company.tradenames])
  if (hasContactData(name) || isReservedName(name, { reserved })) throw fieldError('name', 'profiles.name_not_allowed')
}

/**
 * Checks that a place is in the lists of the site (PRO-3).
 * @throws AppError `profiles.region_unknown` at the field `region`
 */
export function assertPlace(settings: PlaceSettings, { country, region }: Pick<ProfileEdit, 'country' | 'region'>) {
  const isKnown = settings.countries.includes(country) && settings.region_data[country]?.regions.includes(region)
  if (!isKnown) throw fieldError('region', 'profiles.region_unknown')
}

export interface NewMember extends Pick<ProfileEdit, 'country' | 'region' | 'city' | 'lookingFor'> {
  userId: number
  name: string
  gender: Gender
  birthDate: string
  /** The profile belongs to no person (PRO-13). */
  isFictional?: boolean
}

/**
 * Creates the profile of a new account, in the transaction of the sign-up. Returns its public id.
 * @throws AppError `profiles.birth_date_invalid`, `profiles.too_young`, `profiles.region_unknown`
 */
export async function createProfile(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { settings, ...member }: NewMember & { settings: PlaceSettings },
) {
  const now = clock.now()
  assertBirthDate({ birthDate: member.birthDate, now, minimumAge: minimumAge(settings, member.country) })
  assertPlace(settings, member)
  const publicId = newPublicId()
  await insertProfile(tx, { ...member, publicId, at: now })
  await saveTownCell(tx, member)
  await emit(tx, profileCreated, { userId: member.userId })
  return { publicId }
}

/**
 * Changes the given fields of a member's profile; the others stay as they are.
 * @throws AppError as `editProfile` and `assertName`
 */
export async function updateProfile(
  { db, transaction, clock, sites }: Pick<AppContext, 'db' | 'transaction' | 'clock' | 'sites'>,
  { viewer, ...input }: { viewer: Viewer } & Omit<EditInput, 'userId'>,
) {
  const { edit } = input
  await transaction(async (tx) => {
    await editProfile({ clock }, tx, { userId: viewer.userId, ...input })
    // After the comparison with the email address, which has an error of its own.
    if (edit.name) assertName({ sites }, edit.name)
  })
  return ownView(db, viewer.userId)
}

interface EditInput {
  userId: number
  settings: EditSettings
  edit: ProfileChange
  /** Country of the network address; null if it has none. */
  addressCountry?: CountryCode | null
  /** By an operator: the date of birth can be corrected again, and the member's own correction is left. */
  isByOperator?: boolean
}

/**
 * Changes the given fields of a profile, in the transaction of the caller.
 * @throws AppError at their fields `profiles.region_unknown`, `profiles.interest_unknown`,
 * `profiles.name_is_email`, `profiles.birth_date_corrected`, `profiles.birth_date_invalid`;
 * `profiles.too_young` with `{min_age}` at `birthDate`, or at `country` after a move to a country with a
 * higher minimum age
 */
export async function editProfile(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, settings, edit, addressCountry = null, isByOperator = false }: EditInput,
) {
  const { name, country, region, city, interests } = edit
  if (country && region) assertPlace(settings, { country, region })
  // Before the profile is locked: a change of the address locks the account first too.
  if (name) await assertNameIsNotEmail(tx, { userId, name })
  const isChanged = await checkBirthDate({ clock }, tx, { userId, settings, edit, isByOperator })
  if (interests) await assertInterests(tx, { userId, offered: settings.interests, interests })
  if (country) await updatePriceCountry({ clock }, tx, { userId, country, addressCountry })
  const isMove = country && region && city !== undefined && (await hasMoved(tx, { userId, country, region, city }))
  await saveProfile(tx, { userId, edit, isCorrection: isChanged && !isByOperator, at: clock.now() })
  if (isMove) await saveTownCell(tx, { userId, country, region, city })
  await emit(tx, profileUpdated, { userId })
  if (name) await emit(tx, cardChanged, { userId })
}

/**
 * Checks a changed date of birth, and the age of a member who moves to another country. Residents stay
 * editable when an operator raises the age. Returns whether the date changes.
 * @throws AppError `profiles.birth_date_corrected` (before, PRO-15) or `profiles.birth_date_invalid` at
 * `birthDate`; `profiles.too_young` with `{min_age}` there or at `country`, whichever is changed
 */
async function checkBirthDate(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  {
    userId,
    settings,
    edit,
    isByOperator,
  }: { userId: number; settings: PlaceSettings; edit: ProfileChange; isByOperator: boolean },
) {
  if (!edit.country && !edit.birthDate) return false
  const stored = await lockBirth(tx, userId)
  const { country = stored.country, birthDate = stored.birthDate } = edit
  const age = { birthDate, now: clock.now(), minimumAge: minimumAge(settings, country) }
  if (birthDate !== stored.birthDate) {
    if (stored.birthDateCorrectedAt && !isByOperator) throw fieldError('birthDate', 'profiles.birth_date_corrected')
    assertBirthDate(age)
    return true
  }
  if (country !== stored.country && !isOldEnough(age))
    throw fieldError('country', 'profiles.too_young', { min_age: age.minimumAge })
  return false
}

/** Stores whose prices the member has, before a change of the country is stored (PAY-28). */
async function updatePriceCountry(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, ...move }: { userId: number; country: CountryCode; addressCountry: CountryCode | null },
) {
  const stored = await lockBirth(tx, userId)
  if (stored.country === move.country) return
  await savePriceCountry(tx, { userId, ...pricesAfterMove(stored, { ...move, now: clock.now() }) })
}

/**
 * Checks that the site offers the interests. Those that the member already has may stay.
 * @throws AppError `profiles.interest_unknown` at the field `interests`
 */
async function assertInterests(
  tx: Tx,
  { userId, offered, interests }: { userId: number; offered: readonly Interest[]; interests: readonly Interest[] },
) {
  if (interests.every((interest) => offered.includes(interest))) return
  const stored = (await findDetails(tx, userId))?.interests ?? []
  const isAllowed = (interest: Interest) => offered.includes(interest) || stored.includes(interest)
  if (!interests.every(isAllowed)) throw fieldError('interests', 'profiles.interest_unknown')
}

/**
 * Checks that the viewer may see members on this site (PRO-10, SEARCH-6). `settings`: those for this visitor.
 * @throws AppError `authentication_required`: a visitor, and the site is closed to visitors
 */
export function assertMayBrowse({ viewer, settings }: { viewer: Viewer | null; settings: Settings }) {
  if (!mayBrowse({ viewer, settings })) throw new AppError('authentication_required')
}

/**
 * Returns a member's profile as this viewer may see it.
 * @throws AppError `authentication_required` (closed site), `profiles.not_found`, `moderation.blocked`
 */
export async function openMember(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, settings, profileId }: { viewer: Viewer | null; settings: Settings; profileId: string },
) {
  assertMayBrowse({ viewer, settings })
  const { userId, isBlockedByMe } = await assertReachable({ db }, { viewerId: viewer?.userId ?? null, profileId })
  const member = await memberView(
    { db, clock },
    { viewer, userId, isBlocked: isBlockedByMe, visibleFields: settings.visible_profile_fields },
  )
  if (!member) throw new AppError('profiles.not_found')
  return member
}
