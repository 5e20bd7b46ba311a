import { expect, test } from 'vitest'
import type { LikedCard } from '#contract/likes/schemas.ts'
import { likedMembers } from './liked-members.ts'

function page(...members: [id: string, isNew?: boolean][]) {
  // The list is made of ids; the rest of a card is only shown.
  return { results: members.map(([id, isNew = false]) => ({ id, isNew }) as LikedCard) }
}

test('members of all pages follow each other', () => {
  expect(likedMembers([page(['a'], ['b']), page(['c'])]).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a member on two pages is listed once, where they came first', () => {
  const members = likedMembers([page(['a'], ['b', true]), page(['b', false], ['c'])])
  expect(members.map(({ id, isNew }) => [id, isNew])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ])
})

test('no pages have no members', () => {
  expect(likedMembers([])).toEqual([])
  expect(likedMembers([page()])).toEqual([])
})
