import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import type { Log } from '#server/platform/log.ts'
import { explicitImage, patternImage, sampleImage } from '#tests/support/sample-images.ts'
import { Images } from './images.ts'

const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>() }
const images = new Images({ log, processes: 1, timeoutMs: MINUTE, exitTimeoutMs: MINUTE })
afterAll(() => images.close())

describe('a rating', () => {
  test('is high for what the model takes for explicit, whatever size and format it has', async () => {
    for (const width of [500, 1600]) {
      const upload = await explicitImage({ width })
      expect((await images.process(upload, { withRating: true })).explicitness).toBeGreaterThan(0.8)
    }
    const webp = await sharp(await explicitImage())
      .webp({ quality: 60 })
      .toBuffer()
    expect((await images.process(webp, { withRating: true })).explicitness).toBeGreaterThan(0.8)
  })

  test('is low for a plain image, and given only where it is asked for', async () => {
    const upload = await sampleImage()
    expect((await images.process(upload, { withRating: true })).explicitness).toBeLessThan(0.3)
    expect((await images.process(upload)).explicitness).toBeNull()
    expect(log.warn).not.toHaveBeenCalled()
  })
})

describe('a fingerprint', () => {
  const bits = async (upload: Uint8Array) => (await images.process(upload, { withAvif: false })).fingerprint ?? ''
  const distance = (a: string, b: string) => [...a].filter((bit, index) => bit !== b[index]).length

  test('is near that of the same image in another size, quality, brightness or slightly cropped', async () => {
    const upload = await patternImage({ seed: 1 })
    const print = await bits(upload)
    expect(print).toMatch(/^[01]{64}$/)
    const variants = [
      sharp(upload).resize(300, 400),
      sharp(upload).jpeg({ quality: 25 }),
      sharp(upload).modulate({ brightness: 1.15 }),
      sharp(upload).greyscale(),
      sharp(upload).extract({ left: 6, top: 8, width: 588, height: 784 }),
    ]
    for (const variant of variants) expect(distance(print, await bits(await variant.toBuffer()))).toBeLessThanOrEqual(8)
  })

  test('is far from that of another image, and absent without structure', async () => {
    const print = await bits(await patternImage({ seed: 1 }))
    for (const seed of [2, 3, 4]) expect(distance(print, await bits(await patternImage({ seed })))).toBeGreaterThan(16)
    expect((await images.process(await sampleImage())).fingerprint).toBeNull()
  })
})
