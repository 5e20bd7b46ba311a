import { notBlockedText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface NewChatPhoto {
  id: number
  publicId: string
  senderId: number
  receiverId: number
  clientId: string
  storageKey: string
  width: number
  height: number
  preview: string
  renditions: number
  fingerprint: string | null
  createdAt: Date
}

/** Stores an upload. Returns false if this client id was uploaded before. */
export async function insertChatPhoto(tx: Tx, photo: NewChatPhoto) {
  const row = await tx
    .insertInto('chatPhotos')
    .values(photo)
    .onConflict((conflict) => conflict.columns(['senderId', 'clientId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the photo that a member’s client uploaded under this id, and the key of its receiver. */
export async function uploadedPhoto(db: Queryable, { senderId, clientId }: { senderId: number; clientId: string }) {
  const row = await db
    .selectFrom('chatPhotos')
    .select(['publicId as id', 'width', 'height', 'preview', 'receiverId'])
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether a photo was uploaded for this partner and not sent yet. */
export async function isPhotoUnsent(
  db: Queryable,
  { photoId, senderId, receiverId }: { photoId: string; senderId: number; receiverId: number },
) {
  const row = await db
    .selectFrom('chatPhotos')
    .select('id')
    .where('publicId', '=', photoId)
    .where('senderId', '=', senderId)
    .where('receiverId', '=', receiverId)
    .where('conversationId', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

const readable = prepared<{ storageKey: string; renditions: number }>(
  'chat_photo',
  `select photo.storage_key, photo.renditions
  from chat_photos photo
  left join conversation_members mine on mine.user_id = $1 and mine.conversation_id = photo.conversation_id
  where photo.public_id = $2
    and (
      (photo.conversation_id is null and photo.sender_id = $1)
      or (
        photo.seq > mine.cleared_seq
        and ${notBlockedText('$1', 'mine.partner_id')}
        and exists (
          select from messages m
          where m.conversation_id = photo.conversation_id and m.seq = photo.seq and m.sent_at >= $3
        )
      )
    )`,
)

/** Finds a photo that a member can see: in a readable message, or uploaded by themselves and unsent. */
export async function readablePhoto(
  db: Queryable,
  { userId, photoId, since }: { userId: number; photoId: string; since: Date },
) {
  const [photo] = await readable(db, [userId, photoId, since])
  return photo ?? null
}

/** Deletes the photos that a member has not sent, but for the latest ones. Returns their storage keys. */
export async function deleteSurplusPhotos(tx: Tx, { senderId, kept }: { senderId: number; kept: number }) {
  const rows = await tx
    .deleteFrom('chatPhotos')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('chatPhotos')
        .select('id')
        .where('senderId', '=', senderId)
        .where('conversationId', 'is', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    // One that is being sent meanwhile stays.
    .where('conversationId', 'is', null)
    .returning('storageKey')
    .execute()
  return rows.map(({ storageKey }) => storageKey)
}

/** Deletes photos that were not sent. Returns their storage keys. */
export async function deleteUnsentPhotos(tx: Tx, { before, limit }: { before: Date; limit: number }) {
  const rows = await tx
    .deleteFrom('chatPhotos')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('chatPhotos')
        .select('id')
        .where('conversationId', 'is', null)
        .where('createdAt', '<', before)
        .orderBy('createdAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('storageKey')
    .execute()
  return rows.map(({ storageKey }) => storageKey)
}
