import type { CountryCode } from '#contract/countries.ts'
import { profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { Gender, LookingFor, ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import type { ProfileAnswer, ProfileChange } from '#contract/profiles/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface NewProfile {
  userId: number
  publicId: string
  name: string
  gender: string
  lookingFor: string
  birthDate: string
  isFictional?: boolean
  country: string
  region: string
  city: string
  at: Date
}

export async function insertProfile(tx: Tx, { at, ...profile }: NewProfile) {
  await tx
    .insertInto('profiles')
    .values({ ...profile, createdAt: at, updatedAt: at })
    .execute()
}

interface SavedEdit {
  userId: number
  edit: ProfileChange
  /** Whether it changes the date of birth. */
  isCorrection: boolean
  at: Date
}

export async function saveProfile(tx: Tx, { userId, edit, isCorrection, at }: SavedEdit) {
  const { answers, ...fields } = edit
  await tx
    .updateTable('profiles')
    .set({ ...fields, updatedAt: at, ...(answers && { answers: JSON.stringify(answers) }) })
    .set({ ...(isCorrection && { birthDateCorrectedAt: at }) })
    .where('userId', '=', userId)
    .execute()
}

export async function saveCell(tx: Tx, { userId, cell }: { userId: number; cell: number | null }) {
  await tx.updateTable('profiles').set({ cell }).where('userId', '=', userId).execute()
}

/** Columns whose values the contract validated when they were written. */
type Fields = ProfileChoices & {
  answers: ProfileAnswer[]
  gender: Gender
  lookingFor: LookingFor
  country: CountryCode
}

/** Stores whose prices a member has after a move, and until when. */
export async function savePriceCountry(
  tx: Tx,
  { userId, ...prices }: { userId: number; priceCountry: CountryCode | null; priceCountryUntil: Date | null },
) {
  await tx.updateTable('profiles').set(prices).where('userId', '=', userId).execute()
}

/** Returns what decides a member's age, its correction and prices, locked until the transaction ends. */
export function lockBirth(tx: Tx, userId: number) {
  return tx
    .selectFrom('profiles')
    .select(['birthDate', 'birthDateCorrectedAt', 'country', 'priceCountry', 'priceCountryUntil'])
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .$narrowType<Pick<Fields, 'country'> & { priceCountry: CountryCode | null }>()
    .executeTakeFirstOrThrow()
}

/** Returns the profile of a member, without photos. */
export function findDetails(db: Queryable, userId: number) {
  return db
    .selectFrom('profiles')
    .select([
      'publicId',
      'name',
      'gender',
      'birthDate',
      'birthDateCorrectedAt',
      'lookingFor',
      'country',
      'region',
      'city',
      'about',
      'answers',
      'interests',
      ...profileChoiceNames,
      (eb) =>
        eb
          .exists(
            eb
              .selectFrom('chatCounts')
              .whereRef('chatCounts.userId', '=', 'profiles.userId')
              .where('chatCounts.answersOften', '=', true),
          )
          .as('answersOften'),
    ])
    .where('userId', '=', userId)
    .$narrowType<Fields>()
    .executeTakeFirst()
}

/** Returns the privacy of a member. `FOR NO KEY UPDATE` serialises two changes of one member. */
export function findPrivacy(db: Queryable, { userId, isLocked = false }: { userId: number; isLocked?: boolean }) {
  return db
    .selectFrom('profiles')
    .select(['isInvisible', 'isPrivate', 'isHiddenFromVisitors', 'coversExplicit'])
    .where('userId', '=', userId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow()
}

interface PrivacyRow {
  userId: number
  isInvisible: boolean
  isPrivate: boolean
  isHiddenFromVisitors: boolean
  coversExplicit: boolean
}

export async function savePrivacy(tx: Tx, { userId, ...privacy }: PrivacyRow) {
  await tx.updateTable('profiles').set(privacy).where('userId', '=', userId).execute()
}

export async function isPremium(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('accountBalances')
    .select('premiumSince')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.premiumSince != null
}
