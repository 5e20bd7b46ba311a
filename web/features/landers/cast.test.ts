import { expect, test } from 'vitest'
import { nicheNames } from '#contract/landers/landers.ts'
import { portraitUrl } from './cast.ts'

test('every niche has twelve portraits, which exist', () => {
  for (const niche of nicheNames) {
    const urls = Array.from({ length: 12 }, (_, index) => portraitUrl({ niche, images: [], index }))
    for (const url of urls) expect(url).toMatch(/\/[a-z]\d+.*\.webp/)
    expect(portraitUrl({ niche, images: [], index: 12 })).toBe(urls[0])
  }
})

test('images of the operator come in the place of all portraits', () => {
  const at = (index: number) => portraitUrl({ niche: 'gay', images: ['/a.webp', '/b.webp'], index })
  expect([at(0), at(1), at(2)]).toEqual(['/a.webp', '/b.webp', '/a.webp'])
})
