import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { createImageCorpus, type CorpusImage } from '#tests/support/image-corpus.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { ImageError, Images } from './images.ts'

const TIMEOUT_MS = 30_000
/** No upload of the corpus may take longer: a process that gets no processor has four times as long. */
const ANSWER_MS = 4 * TIMEOUT_MS
const reasons = ['not_an_image', 'too_large', 'too_small', 'failed']

const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>() }
let images: Images
let corpus: CorpusImage[]
let good: Buffer

beforeAll(async () => {
  images = new Images({ log, processes: 1, timeoutMs: TIMEOUT_MS })
  corpus = await createImageCorpus()
  good = await sampleImage()
})
afterAll(() => images.close())

/** Returns the reason of the rejection, or `processed`. */
async function outcomeOf(bytes: Buffer) {
  const startedAt = performance.now()
  const outcome = await images.process(bytes).then(
    ({ width }) => (width > 0 ? 'processed' : 'empty'),
    (error: unknown) => (error instanceof ImageError ? error.reason : 'an unknown error'),
  )
  return { outcome, ms: performance.now() - startedAt }
}

test('the corpus is the same in every run', async () => {
  const again = await createImageCorpus()
  expect(again.map(({ name, bytes }) => [name, bytes.length])).toEqual(
    corpus.map(({ name, bytes }) => [name, bytes.length]),
  )
  expect(again.every(({ bytes }, i) => bytes.equals(corpus[i]?.bytes ?? Buffer.alloc(0)))).toBe(true)
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
})

test('every broken image is processed or rejected with a reason, in bounded time, and the next good one succeeds', async () => {
  const slow: string[] = []
  const unexpected: string[] = []
  const counts: Record<string, number> = {}
  for (const [i, { name, bytes, mayPass }] of corpus.entries()) {
    const { outcome, ms } = await outcomeOf(bytes)
    counts[outcome] = (counts[outcome] ?? 0) + 1
    const allowed = mayPass ? ['processed', ...reasons] : reasons
    if (!allowed.includes(outcome)) unexpected.push(`${name}: ${outcome}`)
    if (ms > ANSWER_MS) slow.push(`${name}: ${Math.round(ms)} ms`)
    // After each upload that ended the process, and now and then after the others.
    const next = outcome === 'failed' || i % 10 === 0 ? await outcomeOf(good) : null
    if (next && next.outcome !== 'processed') unexpected.push(`a good image after ${name}: ${next.outcome}`)
  }
  expect(unexpected).toEqual([])
  expect(slow).toEqual([])
  expect((await outcomeOf(good)).outcome).toBe('processed')
  // Most of the corpus reaches the decoder and is rejected there.
  expect(counts['not_an_image']).toBeGreaterThan(corpus.length / 4)
  // The process gives way to all others: on a busy machine the whole corpus takes minutes.
}, 1_800_000)

test('nothing of a second format in an image is in what is stored', async () => {
  const [html, zip, png] = ['<script>', 'PK\x05\x06', '\x89PNG\r\n\x1a\n']
  const jpeg = good.toString('latin1', 0, 20)
  for (const [name, second] of [
    ['JPEG with HTML in a comment', html],
    ['JPEG that ends with a ZIP', zip],
    ['PNG that ends with HTML', html],
    ['GIF that goes on as a JPEG', jpeg],
    ['WebP that goes on as a PNG', png],
  ] as const) {
    const bytes = corpus.find((image) => image.name === name)?.bytes ?? Buffer.alloc(0)
    expect([name, bytes.includes(second, 'latin1')]).toEqual([name, true])
    const { sizes } = await images.process(bytes)
    for (const file of Object.values(sizes).flatMap(({ webp, avif }) => (avif ? [webp, avif] : [webp])))
      expect([name, Buffer.from(file).includes(second, 'latin1')]).toEqual([name, false])
  }
})

test('a process that handles the whole corpus is replaced for few uploads at most', () => {
  expect(log.warn.mock.calls.length).toBeLessThanOrEqual(3)
})
