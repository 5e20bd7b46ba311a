import { defineClearFiles } from '#server/platform/storage/file-keys.ts'

/** Returns where the file of an uploaded image is stored. */
export function landerImageFile(storageKey: string) {
  return `${storageKey}/lander.webp`
}

/** Deletes the file of an image whose row is gone. */
export const clearLanderImage = defineClearFiles('landers.clear_image')
