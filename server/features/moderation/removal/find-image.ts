import type { Evidence } from '#server/features/moderation/cases/open-case.ts'
import { storeCopy } from '#server/features/moderation/store-attachment.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { findChatPhoto, findPhoto, findProfile, type NamedImage } from './image-queries.ts'

/** Public ids in a text: parts of addresses, or alone. */
const publicIds = /(?<![0-9A-Za-z])[0-9A-Za-z]{14}(?![0-9A-Za-z])/g

/** Words of the same length are few. */
const IDS_MAX = 20

/**
 * Finds what a text names by addresses or ids: the first image, else the first member. Null when it names
 * neither, so that a person has to look for it.
 */
export async function findNamed(db: Queryable, text: string): Promise<NamedImage | null> {
  const ids = [...new Set(text.match(publicIds) ?? [])].slice(0, IDS_MAX)
  for (const id of ids) {
    const image = (await findPhoto(db, id)) ?? (await findChatPhoto(db, id))
    if (image) return image
  }
  for (const id of ids) {
    const member = await findProfile(db, id)
    if (member) return member
  }
  return null
}

/** Copies a named image for the operators, because its owner can delete it; null without one. */
export async function copyImage(
  context: Pick<Context, 'storage' | 'jobs' | 'db' | 'clock'>,
  named: Omit<NamedImage, 'userId' | 'siteId'> | null,
): Promise<Evidence | null> {
  if (named?.photoKey == null) return null
  const { photoKey, content, fingerprint, width, height } = named
  try {
    const { storageKey } = await storeCopy(context, { photoKey })
    return { kind: 'photo', data: { width, height, content, fingerprint }, storageKey }
  } catch (error) {
    // It was deleted meanwhile, which is what the request asks for.
    if (error instanceof AppError && error.code === 'profiles.photo_not_found') return null
    throw error
  }
}
