import { expect, test } from 'vitest'
import { commonInterests, icebreakersFor } from './icebreakers.ts'

const partner = { id: 'ana', isMatch: false, city: 'Lyon' }
const kindsOf = (input: Parameters<typeof icebreakersFor>[0]) => icebreakersFor(input).map(({ kind }) => kind)

test('three suggestions are shown, what the two share first', () => {
  const common = ['music', 'travelling', 'cooking'] as const
  expect(kindsOf({ partner: { ...partner, isMatch: true }, common, isNeighbour: false })).toEqual([
    'interest',
    'interest',
    'match',
  ])
})

test('without anything in common they are about the place, then plain ones', () => {
  expect(kindsOf({ partner, common: [], isNeighbour: false })).toEqual(['city', 'plain', 'plain'])
})

test('a neighbour is not asked about the city', () => {
  expect(kindsOf({ partner, common: [], isNeighbour: true })).toEqual(['plain', 'plain', 'plain'])
})

test('a member gets the same suggestions each time, and no two are the same', () => {
  const input = { partner: { ...partner, city: null }, common: [], isNeighbour: false }
  expect(icebreakersFor(input)).toEqual(icebreakersFor(input))
  expect(new Set(icebreakersFor(input).map((each) => JSON.stringify(each))).size).toBe(3)
})

test('interests in common are those that both chose', () => {
  expect(commonInterests(['music', 'travelling'], ['travelling', 'cooking'])).toEqual(['travelling'])
})
