import { sql } from 'kysely'
import type { z } from 'zod'
import type { CountryCode } from '#contract/countries.ts'
import { PHOTOS_SHOWN } from '#contract/limits.ts'
import type { Gender, PhotoVisibility, ProfileEdit } from '#contract/profiles.ts'
import { isActiveText } from '#server/features/accounts/fragments.ts'
import { notBlockedText } from '#server/features/moderation/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
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

export async function saveProfile(tx: Tx, { userId, edit, at }: { userId: number; edit: ProfileEdit; at: Date }) {
  await tx
    .updateTable('profiles')
    .set({ ...edit, updatedAt: at })
    .where('userId', '=', userId)
    .execute()
}

/** Columns whose values the contract validated when they were written. */
type Fields = Pick<ProfileEdit, 'relationship' | 'bodyType' | 'interests'> & {
  gender: Gender
  lookingFor: Gender
  country: CountryCode
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
      'lookingFor',
      'country',
      'region',
      'city',
      'about',
      'relationship',
      'bodyType',
      'interests',
    ])
    .where('userId', '=', userId)
    .$narrowType<Fields>()
    .executeTakeFirst()
}

/** Returns all photos of a member, unfiltered: main photo first, then in the order they were added. */
export function findPhotos(db: Queryable, userId: number) {
  return db
    .selectFrom('photos')
    .innerJoin('profiles', 'profiles.userId', 'photos.userId')
    .select([
      'photos.publicId',
      'photos.visibility',
      'photos.status',
      'photos.width',
      'photos.height',
      'photos.thumbhash',
    ])
    .select(sql<boolean>`photos.id is not distinct from profiles.main_photo_id`.as('isMain'))
    .where('photos.userId', '=', userId)
    .orderBy('isMain', 'desc')
    .orderBy('photos.createdAt')
    .orderBy('photos.id')
    .limit(PHOTOS_SHOWN)
    .$narrowType<{ visibility: z.output<typeof PhotoVisibility> }>()
    .execute()
}

/** Locks the photos of a member until the transaction ends, and returns them. */
export async function lockPhotos(tx: Tx, userId: number) {
  const profile = await tx
    .selectFrom('profiles')
    .select('mainPhotoId')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const photos = await tx
    .selectFrom('photos')
    .select(['id', 'publicId', 'visibility', 'status', 'storageKey'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return { mainPhotoId: profile.mainPhotoId, photos }
}

export async function isPremium(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('accountBalances')
    .select('premiumSince')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.premiumSince != null
}

export async function countPhotos(db: Queryable, userId: number) {
  const { n } = await db
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

interface NewPhoto {
  id: number
  publicId: string
  userId: number
  visibility: string
  storageKey: string
  width: number
  height: number
  thumbhash: string
  createdAt: Date
}

export async function storePhoto(tx: Tx, photo: NewPhoto) {
  await tx.insertInto('photos').values(photo).execute()
}

export async function setMainPhoto(tx: Tx, { userId, photoId }: { userId: number; photoId: number | null }) {
  await tx.updateTable('profiles').set({ mainPhotoId: photoId }).where('userId', '=', userId).execute()
}

export async function setVisibility(tx: Tx, { photoId, visibility }: { photoId: number; visibility: string }) {
  await tx.updateTable('photos').set({ visibility }).where('id', '=', photoId).execute()
}

export async function deletePhoto(tx: Tx, photoId: number) {
  await tx.deleteFrom('photos').where('id', '=', photoId).execute()
}

export async function isStorageKeyUsed(db: Queryable, storageKey: string) {
  const row = await db
    .selectFrom('photos')
    .select('id')
    .where('storageKey', '=', storageKey)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findStorageKeys(db: Queryable, userId: number) {
  const rows = await db.selectFrom('photos').select('storageKey').where('userId', '=', userId).execute()
  return rows.map(({ storageKey }) => storageKey)
}

export interface PhotoForFetch {
  storageKey: string
  visibility: string
  status: string
  isMain: boolean
  ownerId: number
}

const photoForFetch = prepared<PhotoForFetch>(
  'photo_for_fetch',
  `select ph.storage_key, ph.visibility, ph.status,
    ph.id is not distinct from p.main_photo_id as is_main,
    ph.user_id as owner_id
  from photos ph
  join profiles p on p.user_id = ph.user_id
  join users u on u.id = ph.user_id
  where ph.public_id = $1
    and ${isActiveText('u')}
    and ${notBlockedText('$2', 'ph.user_id')}`,
)

/** Returns a photo with the data that decides who may fetch it; null when its owner is hidden from this viewer. */
export async function findPhotoForFetch(
  db: Queryable,
  { photoId, viewerId }: { photoId: string; viewerId: number | null },
) {
  const [photo] = await photoForFetch(db, [photoId, viewerId ?? 0])
  return photo ?? null
}
