import { rgbaToThumbHash } from 'thumbhash'
import { expect, test } from 'vitest'
import { thumbhashUrl } from './thumbhash-url.ts'

test('a thumbhash becomes a picture small enough to stand in the page', () => {
  const portrait = rgbaToThumbHash(30, 40, new Uint8Array(30 * 40 * 4).fill(180))
  const url = thumbhashUrl(Buffer.from(portrait).toString('base64'))
  expect(url).toMatch(/^data:image\/png;base64,/)
  expect(url!.length).toBeLessThan(800)
})

test.each(['', 'AAAA', '%%%'])('%j is no thumbhash and gives nothing', (text) => {
  expect(thumbhashUrl(text)).toBeNull()
})
