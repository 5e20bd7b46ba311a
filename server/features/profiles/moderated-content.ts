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
    await setStatus(tx, { userId, photoId: content.photoId, rejection: rejections[violation] ?? 'other' })
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
  if (content.type === 'photo') await setStatus(tx, { userId, photoId: content.photoId, rejection: null })
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

interface PhotoState {
  userId: number
  photoId: string
  /** Null: shown. */
  rejection: PhotoRejection | null
}

/** Shows or removes a photo. One that its member deleted or replaced meanwhile is not there. */
async function setStatus(tx: Tx, { userId, photoId, rejection }: PhotoState) {
  const { mainPhotoId, photos } = await lockPhotos(tx, userId)
  const photo = photos.find(({ publicId }) => publicId === photoId)
  if (!photo) return
  const status: OwnPhoto['status'] = rejection === null ? 'active' : 'rejected'
  await tx.updateTable('photos').set({ status, rejection }).where('id', '=', photo.id).execute()
  const after = photos.map((each) => (each.id === photo.id ? { ...each, status } : each))
  await chooseMainPhoto(tx, { userId, mainPhotoId, photos: after })
  await emit(tx, photoReviewed, { userId, photoId: photo.id, status })
}
