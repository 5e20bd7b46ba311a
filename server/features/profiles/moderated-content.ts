import { sql } from 'kysely'
import type { Violation } from '#contract/moderation/cases.ts'
import type { OwnPhoto, PhotoRejection, ProfileAnswer } from '#contract/profiles/schemas.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { photoReviewed, profileUpdated } from './events.ts'
import { lockPhotos } from './photos/photo-queries.ts'
import { chooseMainPhoto } from './photos.ts'

/** What the owner of a removed photo reads beside it; any other rule: 'other'. */
const rejections: Partial<Record<Violation, PhotoRejection>> = {
  sexual_content: 'nudity',
  intimate_images: 'nudity',
  fake_profile: 'other_person',
  under_age: 'minor',
  spam: 'advertising',
  contact_data: 'advertising',
}

/** Removes a photo, or the text and the answers of a profile, as an operator decided (MOD-21). */
export async function removeContent(
  tx: Tx,
  { userId, content, violation }: { userId: number; content: CaseContent; violation: Violation },
) {
  const { type } = content
  if (type === 'photo')
    await rejectPhoto(tx, { userId, photoId: content.photoId, rejection: rejections[violation] ?? 'other' })
  if (type !== 'profile_text') return
  await tx.updateTable('profiles').set({ about: '', answers: '[]' }).where('userId', '=', userId).execute()
  await emit(tx, profileUpdated, { userId })
}

interface Restored {
  userId: number
  content: CaseContent
  text: string | null
  answers: readonly ProfileAnswer[]
}

/** Brings removed content back. Texts that the member has written since then stay. */
export async function restoreContent(tx: Tx, { userId, content, text, answers }: Restored) {
  if (content.type === 'photo') await restorePhoto(tx, { userId, photoId: content.photoId })
  if (content.type !== 'profile_text' || text === null) return
  const profile = tx.updateTable('profiles').where('userId', '=', userId)
  await profile.set({ about: text }).where('about', '=', '').execute()
  const written = JSON.stringify(answers)
  await profile
    .set({ answers: written })
    .where(sql<boolean>`answers = '[]'`)
    .execute()
  await emit(tx, profileUpdated, { userId })
}

/** Hides a member from the search, or shows them again; the search follows the row. */
export async function setSearchHidden(tx: Tx, { userId, isHidden }: { userId: number; isHidden: boolean }) {
  await tx.updateTable('profiles').set({ isSearchHidden: isHidden }).where('userId', '=', userId).execute()
}

/**
 * Rejects a photo, and stores what it is when that is reversed. One that is rejected already stays as it is:
 * its review, or the earlier decision, is what the owner reads.
 */
async function rejectPhoto(
  tx: Tx,
  { userId, photoId, rejection }: { userId: number; photoId: string; rejection: PhotoRejection },
) {
  const owned = await lockPhoto(tx, { userId, photoId })
  if (!owned || owned.photo.status === 'rejected') return
  await tx
    .updateTable('photos')
    .set({ status: 'rejected', rejection, restoredStatus: owned.photo.status })
    .where('id', '=', owned.photo.id)
    .execute()
  await publishStatus(tx, { ...owned, userId, status: 'rejected' })
}

/** Brings a photo back as it was: shown, or waiting for its review. Not one that review rejected before. */
async function restorePhoto(tx: Tx, { userId, photoId }: { userId: number; photoId: string }) {
  const owned = await lockPhoto(tx, { userId, photoId })
  if (!owned) return
  const restored = await tx
    .updateTable('photos')
    .set((eb) => ({ status: eb.ref('restoredStatus').$notNull(), rejection: null, restoredStatus: null }))
    .where('id', '=', owned.photo.id)
    .where('restoredStatus', 'is not', null)
    .returning('status')
    .$narrowType<Pick<OwnPhoto, 'status'>>()
    .executeTakeFirst()
  if (restored) await publishStatus(tx, { ...owned, userId, status: restored.status })
}

type OwnedPhoto = NonNullable<Awaited<ReturnType<typeof lockPhoto>>>

/** Locks the photos of a member. Null without this one: its member deleted or replaced it meanwhile. */
async function lockPhoto(tx: Tx, { userId, photoId }: { userId: number; photoId: string }) {
  const { mainPhotoId, photos } = await lockPhotos(tx, userId)
  const photo = photos.find(({ publicId }) => publicId === photoId)
  return photo ? { mainPhotoId, photos, photo } : null
}

async function publishStatus(
  tx: Tx,
  { userId, mainPhotoId, photos, photo, status }: OwnedPhoto & { userId: number; status: OwnPhoto['status'] },
) {
  const after = photos.map((each) => (each.id === photo.id ? { ...each, status } : each))
  await chooseMainPhoto(tx, { userId, mainPhotoId, photos: after })
  await emit(tx, photoReviewed, { userId, photoId: photo.id, status })
}
