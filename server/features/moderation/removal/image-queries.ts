import { sql } from 'kysely'
import type { Signal } from '#contract/moderation/cases.ts'
import { isSameImage } from '#server/features/moderation/known-images.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/** The member that a request names, and the image if it names one. */
export interface NamedImage {
  userId: number
  siteId: number
  content: CaseContent | null
  /** Storage key and size of the image. */
  photoKey: string | null
  width: number | null
  height: number | null
  fingerprint: string | null
}

/** Finds a photo of a profile by its public id, whatever its state. */
export async function findPhoto(db: Queryable, photoId: string): Promise<NamedImage | null> {
  const row = await db
    .selectFrom('photos as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.userId', 'u.siteId', 'p.storageKey as photoKey', 'p.width', 'p.height', 'p.fingerprint'])
    .where('p.publicId', '=', photoId)
    .executeTakeFirst()
  return row ? { ...row, content: { type: 'photo', photoId } } : null
}

/** Finds a photo of a conversation by its public id, once it is sent. */
export async function findChatPhoto(db: Queryable, photoId: string): Promise<NamedImage | null> {
  const row = await db
    .selectFrom('chatUploads as p')
    .innerJoin('users as u', 'u.id', 'p.senderId')
    .select(['p.senderId as userId', 'u.siteId', 'p.storageKey as photoKey', 'p.width', 'p.height', 'p.fingerprint'])
    .select(['p.conversationId', 'p.seq'])
    .where('p.publicId', '=', photoId)
    .where('p.kind', '=', 'photo')
    .executeTakeFirst()
  if (!row || row.conversationId === null || row.seq === null) return null
  const { conversationId: conversationKey, seq, ...image } = row
  return { ...image, content: { type: 'message', conversationKey, seq } }
}

/** Finds a member by the public id of the profile. */
export async function findProfile(db: Queryable, profileId: string): Promise<NamedImage | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.userId', 'u.siteId'])
    .where('p.publicId', '=', profileId)
    .executeTakeFirst()
  return row ? { ...row, content: null, photoKey: null, width: null, height: null, fingerprint: null } : null
}

/** Returns whether the content of a case is an image: a photo, or a message that has one still. */
export async function isImage(db: Queryable, content: CaseContent) {
  if (content.type !== 'message') return content.type === 'photo'
  const photo = await db
    .selectFrom('chatUploads')
    .select('id')
    .where('conversationId', '=', content.conversationKey)
    .where('seq', '=', content.seq)
    .where('kind', '=', 'photo')
    .executeTakeFirst()
  return photo !== undefined
}

/**
 * Returns the fingerprint of the image that a case is about, also of one that its owner has deleted since it
 * was copied; null for texts and images without one.
 */
export async function fingerprintOf(
  db: Queryable,
  { caseId, content }: { caseId: number; content: CaseContent },
): Promise<string | null> {
  return (await storedFingerprint(db, content)) ?? copiedFingerprint(db, { caseId, content })
}

/** An appeal has the copies of the case that is appealed. */
async function copiedFingerprint(db: Queryable, { caseId, content }: { caseId: number; content: CaseContent }) {
  const copy = await db
    .selectFrom('moderationCases as c')
    .innerJoin('moderationEvidence as e', (join) =>
      join.on((eb) => eb.or([eb('e.caseId', '=', eb.ref('c.id')), eb('e.caseId', '=', eb.ref('c.appealOf'))])),
    )
    .select(sql<string | null>`e.data ->> 'fingerprint'`.as('fingerprint'))
    .where('c.id', '=', caseId)
    .where('e.kind', '=', 'photo')
    .where(sql<boolean>`e.data -> 'content' = ${JSON.stringify(content)}::jsonb`)
    .orderBy('e.id', 'desc')
    .executeTakeFirst()
  return copy?.fingerprint ?? null
}

async function storedFingerprint(db: Queryable, content: CaseContent) {
  if (content.type === 'photo') {
    const photo = db.selectFrom('photos').select('fingerprint').where('publicId', '=', content.photoId)
    return (await photo.executeTakeFirst())?.fingerprint ?? null
  }
  if (content.type !== 'message') return null
  const photo = await db
    .selectFrom('chatUploads')
    .select('fingerprint')
    .where('conversationId', '=', content.conversationKey)
    .where('seq', '=', content.seq)
    .executeTakeFirst()
  return photo?.fingerprint ?? null
}

/** A stored image near another one. */
export type ImageCopy = Omit<NamedImage, 'siteId' | 'content'> & { content: CaseContent }

/** Finds profile photos near a fingerprint that others can see or that wait for review. Reads all photos. */
export async function findCopies(db: Queryable, fingerprint: string): Promise<ImageCopy[]> {
  const rows = await db
    .selectFrom('photos')
    .select(['userId', 'publicId as photoId', 'storageKey as photoKey', 'width', 'height', 'fingerprint'])
    .where('status', '!=', 'rejected')
    .where(isSameImage('fingerprint', fingerprint))
    .orderBy('id')
    .limit(COPIES_MAX)
    .execute()
  return rows.map(({ photoId, ...image }) => ({ ...image, content: { type: 'photo', photoId } }))
}

/** Finds photos of conversations near a fingerprint. Reads all photos of conversations. */
export async function findSentCopies(db: Queryable, fingerprint: string): Promise<ImageCopy[]> {
  const rows = await db
    .selectFrom('chatUploads')
    .select(['senderId as userId', sql<number>`conversation_id`.as('conversationKey'), sql<number>`seq`.as('seq')])
    .select(['storageKey as photoKey', 'width', 'height', 'fingerprint'])
    .where('conversationId', 'is not', null)
    .where('seq', 'is not', null)
    .where(isSameImage('fingerprint', fingerprint))
    .orderBy('id')
    .limit(COPIES_MAX)
    .execute()
  return rows.map(({ conversationKey, seq, ...image }) => ({
    ...image,
    content: { type: 'message', conversationKey, seq },
  }))
}

/** Returns whether a copy has an open case, or had one since a case removed the image that it is near. */
export async function isRaised(
  db: Queryable,
  { userId, content, caseId }: Pick<ImageCopy, 'userId' | 'content'> & { caseId: number },
) {
  const raised = await db
    .selectFrom('moderationCases as c')
    .select('c.id')
    .where('c.subjectId', '=', userId)
    .where('c.reason', '=', 'removed_image' satisfies Signal)
    .where(sql<boolean>`c.content = ${JSON.stringify(content)}::jsonb`)
    .where((eb) =>
      eb.or([
        eb('c.status', '=', 'open'),
        eb('c.openedAt', '>=', eb.selectFrom('moderationCases').select('decidedAt').where('id', '=', caseId)),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return raised !== undefined
}

/** More copies of one image than anyone has seen. */
const COPIES_MAX = 200
