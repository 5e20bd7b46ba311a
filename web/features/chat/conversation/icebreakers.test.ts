import { expect, test } from 'vitest'
import { areNeighbours, commonInterests, icebreakersFor } from './icebreakers.ts'

const partner = { id: 'ana', isMatch: false, city: 'Lyon' }
const nothing = { partner, answered: [], common: [], isNeighbour: false }
const kindsOf = (input: Parameters<typeof icebreakersFor>[0]) => icebreakersFor(input).map(({ kind }) => kind)

test('three suggestions are shown: an answer of the partner and a shared interest first', () => {
  const answered = ['perfect_sunday', 'song_on_repeat', 'green_flag'] as const
  const common = ['music', 'travelling', 'cooking'] as const
  expect(icebreakersFor({ ...nothing, answered, common })).toEqual([
    { kind: 'answer', prompt: 'perfect_sunday', variant: 'first' },
    { kind: 'interest', interest: 'music', variant: 'first' },
    { kind: 'answer', prompt: 'song_on_repeat', variant: 'second' },
  ])
  expect(icebreakersFor({ ...nothing, partner: { ...partner, isMatch: true }, common })).toEqual([
    { kind: 'interest', interest: 'music', variant: 'first' },
    { kind: 'interest', interest: 'travelling', variant: 'second' },
    { kind: 'match' },
  ])
})

test('without anything in common they are about the place, then plain ones', () => {
  expect(kindsOf(nothing)).toEqual(['city', 'plain', 'plain'])
})

test('a neighbour is not asked about the city', () => {
  expect(kindsOf({ ...nothing, isNeighbour: true })).toEqual(['plain', 'plain', 'plain'])
})

test('none asks what an answer on the profile says', () => {
  const answered = ['perfect_sunday'] as const
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const all = icebreakersFor({ partner: { id, isMatch: false, city: null }, answered, common: [], isNeighbour: true })
    expect(all).toHaveLength(3)
    expect(all).not.toContainEqual({ kind: 'plain', name: 'weekend' })
  }
})

test('a member gets the same suggestions each time, and no two are the same', () => {
  const input = { ...nothing, partner: { ...partner, city: null } }
  expect(icebreakersFor(input)).toEqual(icebreakersFor(input))
  expect(new Set(icebreakersFor(input).map((each) => JSON.stringify(each))).size).toBe(3)
})

test('interests in common are those that both chose', () => {
  expect(commonInterests(['music', 'travelling'], ['travelling', 'cooking'])).toEqual(['travelling'])
})

test.each([
  [{ country: 'GB', region: 'London', city: 'Camden' }, true],
  [{ country: 'GB', region: 'England', city: 'london ' }, true],
  [{ country: 'CA', region: 'London', city: 'London' }, false],
  [{ country: 'GB', region: 'Scotland', city: 'Leith' }, false],
] as const)('a Londoner lives in the same place as %o: %s', (other, expected) => {
  expect(areNeighbours({ country: 'GB', region: 'London', city: 'London' }, other)).toBe(expected)
})
