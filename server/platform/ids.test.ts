import { expect, test } from 'vitest'
import { newPublicId, newToken } from './ids.ts'

const COUNT = 10_000
const ALPHABET = '23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ'

/** Whether a number of hits is within six standard deviations of its probability. */
function isLikely(hits: number, probability: number) {
  return Math.abs(hits - COUNT * probability) < 6 * Math.sqrt(COUNT * probability * (1 - probability))
}

/** Whether each is greater than the one before as often as not. */
function isWithoutOrder(texts: string[]) {
  return isLikely(texts.filter((text, index) => text > (texts[index - 1] ?? '')).length, 1 / 2)
}

test('tokens are 256 bits, each of which is set in every second one', () => {
  const tokens = Array.from({ length: COUNT }, newToken)
  expect(new Set(tokens).size).toBe(COUNT)
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
  expect(new Set(bytes.map(({ length }) => length))).toEqual(new Set([32]))
  const hits = Array.from({ length: 256 }, () => 0)
  for (const each of bytes)
    for (let bit = 0; bit < hits.length; bit += 1)
      hits[bit] = (hits[bit] ?? 0) + (((each[bit >> 3] ?? 0) >> (bit & 7)) & 1)
  expect(hits.filter((count) => !isLikely(count, 1 / 2))).toEqual([])
  expect(isWithoutOrder(tokens)).toBe(true)
})

test('public ids are 14 characters, each of which is as frequent as others at every place', () => {
  const ids = Array.from({ length: COUNT }, newPublicId)
  expect(new Set(ids).size).toBe(COUNT)
  expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([14]))
  const uneven = []
  for (let place = 0; place < 14; place += 1)
    for (const letter of ALPHABET) {
      const hits = ids.filter((id) => id[place] === letter).length
      if (!isLikely(hits, 1 / ALPHABET.length)) uneven.push(`${letter} at ${place}`)
    }
  expect(uneven).toEqual([])
  expect(isWithoutOrder(ids)).toBe(true)
})
