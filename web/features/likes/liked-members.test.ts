import { expect, test } from 'vitest'
import type { LikedCard } from '#contract/likes/schemas.ts'
import { likedMembers, newMembers } from './liked-members.ts'

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

test('a like that was seen since the list was loaded is not new any more', () => {
  const members = likedMembers([page(['a', true], ['b', true], ['c', true], ['d'])])
  const likes = {
    profiles: [],
    liked_by: [
      { id: 'a', like_new: false },
      { id: 'b', like_new: true },
      { id: 'd', like_new: false },
    ],
    num_new: 1,
  }
  expect(newMembers(members, likes).map(({ id }) => id)).toEqual(['b', 'c'])
  expect(newMembers(members, undefined).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
