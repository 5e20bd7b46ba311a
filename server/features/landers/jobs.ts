import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { clearLanderImage, landerImageFile } from './image-files.ts'
import { clearUnusedImages } from './lander-images.ts'

/** Deletes images that no landing page has had for long (LAND-9). Runs every night. */
const clearUnusedLanderImages = defineJob('landers.clear_unused_images', z.unknown(), 'maintenance')

export function landersJobs(context: AppContext) {
  const { jobs, storage } = context
  jobs.handle(clearLanderImage, ({ storageKey }) => storage.delete(landerImageFile(storageKey)))
  jobs.handle(clearUnusedLanderImages, () => clearUnusedImages(context))
  jobs.cron(clearUnusedLanderImages, '40 4 * * *')
}
