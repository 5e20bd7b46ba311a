import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Returns where the file of an uploaded image is stored. */
export function landerImageFile(storageKey: string) {
  return `${storageKey}/lander.webp`
}

/** Deletes the file of an image whose row is gone. */
export const clearLanderImage = defineJob('landers.clear_image', z.object({ storageKey: z.string() }), 'background', {
  isNeverDropped: true,
})
