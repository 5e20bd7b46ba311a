import { sql } from 'kysely'
import { PHOTOS_SHOWN } from '#contract/limits.ts'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { isActiveText } from '#server/features/accounts/fragments.ts'
import { statementOfPhotoText } from '#server/features/moderation/fragments.ts'
import { isShownText, notPrivateText, VISITOR_KEY } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isPhotoGrantedText, isPhotoHiddenText, isPhotoUnlockedText } from '../fragments.ts'

/** Columns of photos whose values the contract validated when they were written. */
interface PhotoFields {
  visibility: OwnPhoto['visibility']
  status: OwnPhoto['status']
  rejection: OwnPhoto['rejection']
}

export interface PhotoRow extends PhotoFields {
  publicId: string
  width: number
  height: number
  preview: string
  caption: string
  isMain: boolean
  /** Public id of the statement about its removal. */
  decision: string | null
  /** Beyond the free limit of its owner. */
  isHidden: boolean
  isUnlocked: boolean
  isGranted: boolean
}

const photosOfMember = prepared<PhotoRow>(
  'photos_of_member',
  `select ph.public_id, ph.visibility, ph.status, ph.width, ph.height, ph.preview, ph.caption, ph.rejection,
    ph.id is not distinct from p.main_photo_id as is_main,
    ${statementOfPhotoText('ph')} as decision,
    ${isPhotoHiddenText('ph', 'p')} as is_hidden,
    ${isPhotoUnlockedText('$2', 'ph')} as is_unlocked,
    ${isPhotoGrantedText('$2', 'ph')} as is_granted
  from photos ph
  join profiles p on p.user_id = ph.user_id
  where ph.user_id = $1
  order by is_main desc, ph.position, ph.id
  limit ${PHOTOS_SHOWN}`,
)

/** Returns all photos of a member, with what opens them to a viewer: main photo first, then in order. */
export function findPhotos(db: Queryable, { userId, viewerId }: { userId: number; viewerId: number }) {
  return photosOfMember(db, [userId, viewerId])
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
    .select(['id', 'publicId', 'visibility', 'status', 'storageKey', 'position', 'explicitness'])
    .select(['clientId', 'uploadHash'])
    .select((eb) => eb('reviewedAt', 'is not', null).$castTo<boolean>().as('isReviewed'))
    .$narrowType<Pick<PhotoFields, 'status'>>()
    .where('userId', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { mainPhotoId: profile.mainPhotoId, photos }
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
  preview: string
  renditions: number
  fingerprint: string | null
  explicitness: number | null
  status: string
  position: number
  clientId: string | null
  uploadHash: Buffer | null
  createdAt: Date
}

export async function storePhoto(tx: Tx, photo: NewPhoto) {
  await tx.insertInto('photos').values(photo).execute()
}

interface NewFile extends Pick<
  NewPhoto,
  'publicId' | 'storageKey' | 'width' | 'height' | 'preview' | 'renditions' | 'fingerprint' | 'explicitness'
> {
  photoId: number
  status: OwnPhoto['status']
  visibility: string
  clientId: string
  uploadHash: Buffer
}

/** Gives a photo another image, which no one has reviewed yet. */
export async function replaceFile(tx: Tx, { photoId, ...file }: NewFile) {
  await tx
    .updateTable('photos')
    .set({ ...file, rejection: null, reviewedAt: null })
    .where('id', '=', photoId)
    .execute()
}

export async function setMainPhoto(tx: Tx, { userId, photoId }: { userId: number; photoId: number | null }) {
  await tx.updateTable('profiles').set({ mainPhotoId: photoId }).where('userId', '=', userId).execute()
}

export async function setVisibility(
  tx: Tx,
  { photoId, ...change }: { photoId: number; visibility: string; status: OwnPhoto['status'] },
) {
  await tx.updateTable('photos').set(change).where('id', '=', photoId).execute()
}

export async function setCaption(tx: Tx, { photoId, caption }: { photoId: number; caption: string }) {
  await tx.updateTable('photos').set({ caption }).where('id', '=', photoId).execute()
}

/** Writes the places of a member's photos, in the order given. */
export async function setPositions(tx: Tx, { userId, photoIds }: { userId: number; photoIds: number[] }) {
  await sql`
    update photos
    set position = placed.position
    from unnest(${photoIds}::bigint[]) with ordinality as placed (id, position)
    where photos.id = placed.id and photos.user_id = ${userId}`.execute(tx)
}

export async function setReview(
  tx: Tx,
  {
    photoId,
    ...review
  }: {
    photoId: number
    status: OwnPhoto['status']
    rejection: OwnPhoto['rejection']
    restoredStatus: OwnPhoto['status'] | null
    reviewedAt: Date
  },
) {
  await tx.updateTable('photos').set(review).where('id', '=', photoId).execute()
}

/** Returns the key of a photo's owner. */
export async function findPhotoOwner(db: Queryable, publicId: string) {
  const row = await db.selectFrom('photos').select('userId').where('publicId', '=', publicId).executeTakeFirst()
  return row?.userId ?? null
}

/** Returns the state of a member's own photo. */
export async function findOwnPhoto(db: Queryable, { userId, photoId }: { userId: number; photoId: string }) {
  const row = await db
    .selectFrom('photos')
    .select(['status', 'visibility'])
    .where('publicId', '=', photoId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Finds the photo that an upload with this client id became. */
export async function findUpload(db: Queryable, { userId, clientId }: { userId: number; clientId: string }) {
  const row = await db
    .selectFrom('photos')
    .select(['publicId', 'uploadHash'])
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

export async function deletePhoto(tx: Tx, photoId: number) {
  await tx.deleteFrom('photos').where('id', '=', photoId).execute()
}

export async function isStorageKeyUsed(db: Queryable, storageKey: string) {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('storageKey', '=', storageKey)
    .unionAll(db.selectFrom('chatUploads').select('id').where('storageKey', '=', storageKey))
    .execute()
  return rows.length > 0
}

export async function findStorageKeys(db: Queryable, userId: number) {
  const rows = await db.selectFrom('photos').select('storageKey').where('userId', '=', userId).execute()
  return rows.map(({ storageKey }) => storageKey)
}

export interface PhotoForFetch {
  storageKey: string
  renditions: number
  visibility: string
  status: string
  isMain: boolean
  isHidden: boolean
  isUnlocked: boolean
  isGranted: boolean
  ownerId: number
}

const photoForFetch = prepared<PhotoForFetch>(
  'photo_for_fetch',
  `select ph.storage_key, ph.renditions, ph.visibility, ph.status,
    ph.id is not distinct from p.main_photo_id as is_main,
    ${isPhotoHiddenText('ph', 'p')} as is_hidden,
    ${isPhotoUnlockedText('$2', 'ph')} as is_unlocked,
    ${isPhotoGrantedText('$2', 'ph')} as is_granted,
    ph.user_id as owner_id
  from photos ph
  join profiles p on p.user_id = ph.user_id
  join users u on u.id = ph.user_id
  where ph.public_id = $1
    and (${isActiveText('u')} or u.id = $2)
    and ${isShownText('$2', 'p')}
    and ${notPrivateText('$2', 'p')}`,
)

/** Returns a photo with what decides who may fetch it; null when its owner is hidden from the viewer. */
export async function findPhotoForFetch(
  db: Queryable,
  { photoId, viewerId }: { photoId: string; viewerId: number | null },
) {
  const [photo] = await photoForFetch(db, [photoId, viewerId ?? VISITOR_KEY])
  return photo ?? null
}
