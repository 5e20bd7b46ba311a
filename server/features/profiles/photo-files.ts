import { photoSizes, type PhotoSize } from '#contract/profiles/photo-urls.ts'
import type { Context } from '#server/platform/context.ts'

export type PhotoFormat = 'webp' | 'avif'

/** The present set of sizes and formats; `photos.renditions` is the set that a photo was stored with. */
export const RENDITIONS = 2
/** The same sizes, in WebP only: for drawings, which AVIF does not make smaller. */
export const WEBP_RENDITIONS = 3

const contentTypes = { webp: 'image/webp', avif: 'image/avif' } satisfies Record<PhotoFormat, string>

/** Returns the storage path of one size of a photo in one format. */
export function photoFile(storageKey: string, size: PhotoSize, format: PhotoFormat = 'webp') {
  return `${storageKey}/${size}.${format}`
}

/** Returns the best stored file for a size. Photos from before `medium` and AVIF have large and WebP. */
export function chooseFile({
  storageKey,
  renditions,
  size,
  acceptsAvif,
}: {
  storageKey: string
  renditions: number
  size: PhotoSize
  acceptsAvif: boolean
}) {
  const isCurrent = renditions >= RENDITIONS
  const stored = size === 'medium' && !isCurrent ? 'large' : size
  const format = renditions === RENDITIONS && acceptsAvif && stored !== 'thumb' && stored !== 'locked' ? 'avif' : 'webp'
  return { key: photoFile(storageKey, stored, format), contentType: contentTypes[format] }
}

/** Stores every size and format of an image; all writes have ended when it returns or throws. */
export async function storePhotoFiles(
  { storage }: Pick<Context, 'storage'>,
  storageKey: string,
  sizes: Record<PhotoSize, { webp: Uint8Array; avif: Uint8Array | null }>,
) {
  const writes = photoSizes.flatMap((size) =>
    (['webp', 'avif'] as const).flatMap((format) => {
      const bytes = sizes[size][format]
      const options = { contentType: contentTypes[format] }
      return bytes ? [storage.put(photoFile(storageKey, size, format), bytes, options)] : []
    }),
  )
  const failed = (await Promise.allSettled(writes)).find((write) => write.status === 'rejected')
  if (failed) throw failed.reason
}

export async function deletePhotoFiles({ storage }: Pick<Context, 'storage'>, storageKey: string) {
  for (const size of photoSizes) {
    await storage.delete(photoFile(storageKey, size, 'webp'))
    await storage.delete(photoFile(storageKey, size, 'avif'))
  }
}
