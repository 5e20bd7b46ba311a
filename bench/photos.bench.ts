import sharp from 'sharp'
import { PHOTO_CROPPED_WIDTHS_PX, PHOTO_LONGEST_SIDES_PX } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { Bench } from './support/bench.ts'
import { openBenchDatabase } from './support/database.ts'
import { startProduct } from './support/product.ts'
import { cameraImage, makePremium, uploadAndRemove } from './support/uploads.ts'
import { findViewers } from './support/viewers.ts'

export const bench: Bench = {
  what: 'photo of 12 megapixels uploaded over HTTP: decoded in a sandbox, all sizes stored, photo inserted and deleted again',
  opponent: 'a plain sharp loop that makes the same sizes and formats in memory',
  unit: 'photos',
  target: 0.8,
  defaults: { members: 10_000, clients: 2 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const viewers = (await findViewers(database.admin)).slice(0, clients)
    await makePremium(database, viewers)
    const { port } = await startProduct(database, { withWeb: false, profileDir, onClose })
    const image = await cameraImage()
    // As in the product, each of the parallel images has one thread.
    sharp.concurrency(1)
    sharp.cache(false)
    return {
      opponent: (seconds) => repeat({ workers: viewers.map(() => () => makeAllSizes(image)), seconds }),
      product: (seconds) =>
        repeat({
          workers: viewers.map((viewer) => () => uploadAndRemove({ port, viewer, image, address: '192.0.2.1' })),
          seconds,
        }),
      postgresVersion: database.version,
    }
  },
}

/** Runs each worker again and again. Returns the finished runs per second. */
async function repeat({ workers, seconds }: { workers: (() => Promise<void>)[]; seconds: number }) {
  const startedAt = performance.now()
  let done = 0
  const work = async (run: () => Promise<void>) => {
    while (performance.now() - startedAt < seconds * SECOND) {
      await run()
      done += 1
    }
  }
  await Promise.all(workers.map(work))
  return done / ((performance.now() - startedAt) / SECOND)
}

async function makeAllSizes(image: Buffer) {
  const { large, medium } = PHOTO_LONGEST_SIDES_PX
  const { tile, thumb } = PHOTO_CROPPED_WIDTHS_PX
  const { data, info } = await sharp(image)
    .autoOrient()
    .resize({ width: large, height: large, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const from = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  const cropped = (width: number) => from().resize({ width, height: (width * 4) / 3, position: 'attention' })
  const within = () => from().resize({ width: medium, height: medium, fit: 'inside' })
  await from().webp({ quality: 82, effort: 2 }).toBuffer()
  await from().avif({ quality: 58, effort: 0 }).toBuffer()
  await within().webp({ quality: 80, effort: 2 }).toBuffer()
  await within().avif({ quality: 56, effort: 0 }).toBuffer()
  await cropped(tile).webp({ quality: 80, effort: 2 }).toBuffer()
  await cropped(tile).avif({ quality: 56, effort: 0 }).toBuffer()
  await cropped(thumb).webp({ quality: 78, effort: 2 }).toBuffer()
  await cropped(12).resize(144, 192, { kernel: 'cubic' }).webp({ quality: 75, effort: 2 }).toBuffer()
  await from().resize({ width: 12, height: 12, fit: 'inside' }).webp({ quality: 30 }).toBuffer()
}
