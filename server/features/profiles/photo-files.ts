import { photoSizes } from '#contract/profiles.ts'
import type { Context } from '#server/platform/context.ts'

export async function deletePhotoFiles({ storage }: Pick<Context, 'storage'>, storageKey: string) {
  for (const size of photoSizes) await storage.delete(photoFile(storageKey, size))
}

/** Returns the storage path of one size of a photo. */
export function photoFile(storageKey: string, size: (typeof photoSizes)[number]) {
  return `${storageKey}/${size}.webp`
}
