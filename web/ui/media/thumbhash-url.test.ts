import { rgbaToThumbHash } from 'thumbhash'
import { describe, expect, test } from 'vitest'
import { thumbhashUrl } from './thumbhash-url.ts'

/** The thumbhash of a grey image, in base64. */
function grey(width: number, height: number, shade = 180) {
  return Buffer.from(rgbaToThumbHash(width, height, new Uint8Array(width * height * 4).fill(shade))).toString('base64')
}

/** Width and height that the header of a PNG gives. */
function sizeOf(url: string | null) {
  const png = Buffer.from(url?.replace('data:image/png;base64,', '') ?? '', 'base64')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

test('a thumbhash becomes an image small enough for the page', () => {
  const url = thumbhashUrl(grey(30, 40))
  expect(url).toMatch(/^data:image\/png;base64,/)
  expect(url!.length).toBeLessThan(800)
})

describe('the image', () => {
  test('of a portrait is higher than wide', () => {
    const { width, height } = sizeOf(thumbhashUrl(grey(30, 60)))
    expect(height).toBe(10)
    expect(width).toBeLessThan(height)
  })

  test('of a landscape is wider than high', () => {
    const { width, height } = sizeOf(thumbhashUrl(grey(60, 30)))
    expect(width).toBe(10)
    expect(height).toBeLessThan(width)
  })

  test('is the same for base64url, which some encoders use', () => {
    // A shade whose hash contains both characters that differ.
    const base64 = Buffer.from([0xfb, 0xff, 0xbf, 0xfb, 0xff, 0xbf, 0xfb, 0xff]).toString('base64')
    expect(base64).toMatch(/\+.*\/|\/.*\+/)
    const base64url = base64.replaceAll('+', '-').replaceAll('/', '_')
    expect(thumbhashUrl(base64url)).toBe(thumbhashUrl(base64))
  })

  test('differs with the colours', () => {
    expect(thumbhashUrl(grey(40, 40, 40))).not.toBe(thumbhashUrl(grey(40, 40, 220)))
  })
})

test('more thumbhashes than fit into the cache still get their images', () => {
  const first = grey(20, 20, 90)
  const url = thumbhashUrl(first)
  for (let i = 0; i < 2001; i++) thumbhashUrl(`#${i}`)
  expect(thumbhashUrl(first)).toBe(url)
})

test.each(['', 'AAAA', '%%%'])('%j is no thumbhash and gives no image', (text) => {
  expect(thumbhashUrl(text)).toBeNull()
})
