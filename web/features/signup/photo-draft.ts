import { createStore, del, get, set } from 'idb-keyval'
import { SIGNUP_DRAFT_MS } from '#contract/limits.ts'

/** Name of the browser's database, which a log-out deletes (`web/features/accounts/session.ts`). */
const store = () => createStore('photo-drafts', 'photos')

interface PhotoDraft {
  file: File
  savedAt: number
}

/** Stores a chosen photo on this device until it is uploaded, so that a reload keeps it. */
export async function savePhotoDraft(memberId: string, file: File) {
  await quietly(() => set(memberId, { file, savedAt: Date.now() } satisfies PhotoDraft, store()))
}

/** Returns the photo that the member chose before a reload, or null. */
export async function readPhotoDraft(memberId: string): Promise<File | null> {
  const draft: unknown = await quietly(() => get(memberId, store()))
  if (!isPhotoDraft(draft)) return null
  if (Date.now() - draft.savedAt <= SIGNUP_DRAFT_MS) return draft.file
  await deletePhotoDraft(memberId)
  return null
}

export async function deletePhotoDraft(memberId: string) {
  await quietly(() => del(memberId, store()))
}

function isPhotoDraft(value: unknown): value is PhotoDraft {
  if (typeof value !== 'object' || value === null) return false
  const { file, savedAt } = value as Record<string, unknown>
  return file instanceof File && typeof savedAt === 'number'
}

/** Private windows may forbid the database, some by throwing as soon as it is opened. The sign-up works without it. */
async function quietly<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch {
    return undefined
  }
}
