import { PHOTO_MAX_BYTES, PHOTO_MAX_MEGABYTES, PHOTO_MIN_SIDE_PX } from '#contract/limits.ts'
import type { FormError } from '#web/api/forms/form-errors.ts'
import { PHOTO_FILE_TYPES } from './photo-file-types.ts'

/** Longest side of a photo shrunk on the device: the largest that the site shows, twice as sharp. */
export const SHRUNK_SIDE_PX = 2048
/** Largest file that the device tries to shrink; a larger one could exhaust the memory of a phone. */
const SHRINKABLE_BYTES = 4 * PHOTO_MAX_BYTES

/** A rectangle within a photo, in its pixels. */
export interface PixelArea {
  x: number
  y: number
  width: number
  height: number
}

/** Returns why a chosen file cannot be a photo, as far as its type and size show. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): FormError | null {
  if (!PHOTO_FILE_TYPES.split(',').includes(type)) return { code: 'profiles.photo_not_an_image' }
  if (size > SHRINKABLE_BYTES) return { code: 'profiles.photo_too_large', params: { megabytes: PHOTO_MAX_MEGABYTES } }
  return null
}

/** Returns why an image cannot be a photo: it is too small to be shown. */
export function sizeProblem({ width, height }: Pick<PixelArea, 'width' | 'height'>): FormError | null {
  if (Math.min(width, height) >= PHOTO_MIN_SIDE_PX) return null
  return { code: 'profiles.photo_too_small', params: { pixels: PHOTO_MIN_SIDE_PX } }
}

/** Size of an area after shrinking: its longest side is at most `SHRUNK_SIDE_PX`; nothing is enlarged. */
export function shrunkSize({ width, height }: Pick<PixelArea, 'width' | 'height'>) {
  const factor = Math.min(1, SHRUNK_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}
