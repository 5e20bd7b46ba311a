import { notBlockedText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface NewUpload {
  id: number
  publicId: string
  senderId: number
  receiverId: number
  clientId: string
  createdAt: Date
}

/** What only an upload of its kind has. */
export type UploadColumns = { storageKey: string } & (
  | {
      kind: 'photo'
      width: number
      height: number
      preview: string
      fingerprint: string | null
      explicitness: number | null
      renditions: number
    }
  | { kind: 'voice'; mediaType: string; durationMs: number; peaks: number[] }
)

/** Stores an upload. Returns false if this client id was uploaded before. */
export async function insertUpload(tx: Tx, upload: NewUpload & UploadColumns) {
  const row = await tx
    .insertInto('chatUploads')
    .values(upload)
    .onConflict((conflict) => conflict.columns(['senderId', 'clientId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface UploadKey {
  senderId: number
  clientId: string
}

/** Finds the photo that a member’s client uploaded under this id, and the key of its receiver. */
export async function uploadedPhoto(db: Queryable, { senderId, clientId }: UploadKey) {
  const row = await db
    .selectFrom('chatUploads')
    .select(['publicId as id', 'width', 'height', 'preview', 'explicitness', 'receiverId'])
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId)
    .where('kind', '=', 'photo')
    .executeTakeFirst()
  return row ?? null
}

/** Finds the voice message that a member’s client uploaded under this id, and the key of its receiver. */
export async function uploadedVoice(db: Queryable, { senderId, clientId }: UploadKey) {
  const row = await db
    .selectFrom('chatUploads')
    .select(['publicId as id', 'durationMs', 'peaks', 'receiverId'])
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId)
    .where('kind', '=', 'voice')
    .$narrowType<{ durationMs: number; peaks: number[] }>()
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether an upload of this kind was made for this partner and not sent yet. */
export async function isUploadUnsent(
  db: Queryable,
  { kind, uploadId, ...pair }: { kind: string; uploadId: string; senderId: number; receiverId: number },
) {
  const { senderId, receiverId } = pair
  const row = await db
    .selectFrom('chatUploads')
    .select('id')
    .where('publicId', '=', uploadId)
    .where('kind', '=', kind)
    .where('senderId', '=', senderId)
    .where('receiverId', '=', receiverId)
    .where('conversationId', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds an upload that a member can see: in a readable message, or made by themselves and unsent. */
function readableText(kind: 'photo' | 'voice', columns: string) {
  return `select ${columns}
  from chat_uploads upload
  left join conversation_members mine on mine.user_id = $1 and mine.conversation_id = upload.conversation_id
  where upload.kind = '${kind}'
    and upload.public_id = $2
    and (
      (upload.conversation_id is null and upload.sender_id = $1)
      or (
        upload.seq > mine.cleared_seq
        and ${notBlockedText('$1', 'mine.partner_id')}
        and exists (
          select from messages m
          where m.conversation_id = upload.conversation_id and m.seq = upload.seq and m.sent_at >= $3
        )
      )
    )`
}

const photoRow = prepared<{ storageKey: string; renditions: number; senderId: number }>(
  'chat_photo',
  readableText('photo', 'upload.storage_key, upload.renditions, upload.sender_id'),
)

const voiceRow = prepared<{ storageKey: string; mediaType: string }>(
  'chat_voice',
  readableText('voice', 'upload.storage_key, upload.media_type'),
)

/** Finds a photo that a member can see: in a readable message, or uploaded by themselves and unsent. */
export async function readablePhoto(
  db: Queryable,
  { userId, photoId, since }: { userId: number; photoId: string; since: Date },
) {
  const [photo] = await photoRow(db, [userId, photoId, since])
  return photo ?? null
}

/** Finds a voice message that a member can hear, by the rules of photos. */
export async function readableVoice(
  db: Queryable,
  { userId, voiceId, since }: { userId: number; voiceId: string; since: Date },
) {
  const [voice] = await voiceRow(db, [userId, voiceId, since])
  return voice ?? null
}

export async function isUploadKeyUsed(db: Queryable, storageKey: string) {
  const row = await db.selectFrom('chatUploads').select('id').where('storageKey', '=', storageKey).executeTakeFirst()
  return row !== undefined
}

/** Deletes the uploads that a member has not sent, but for the latest ones. Returns their storage keys. */
export async function deleteSurplusUploads(tx: Tx, { senderId, kept }: { senderId: number; kept: number }) {
  const rows = await tx
    .deleteFrom('chatUploads')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('chatUploads')
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

/** Deletes uploads that were not sent. Returns their storage keys. */
export async function deleteUnsentUploads(tx: Tx, { before, limit }: { before: Date; limit: number }) {
  const rows = await tx
    .deleteFrom('chatUploads')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('chatUploads')
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
