import { expect, test } from 'vitest'
import { applyStates, stateIn, type Likes } from './likes-cache.ts'

const likes: Likes = {
  profiles: [{ id: 'ana', like_new: false }],
  liked_by: [
    { id: 'ben', like_new: true },
    { id: 'ana', like_new: false },
  ],
  num_new: 5,
}

test('the state of a member comes from both lists', () => {
  expect(stateIn(likes, 'ana')).toEqual({ profileId: 'ana', isLiked: true, likesMe: true, isNew: false })
  expect(stateIn(likes, 'ben')).toEqual({ profileId: 'ben', isLiked: false, likesMe: true, isNew: true })
  expect(stateIn(undefined, 'cleo')).toEqual({ profileId: 'cleo', isLiked: false, likesMe: false, isNew: false })
})

test('a new like comes first, and counts', () => {
  const next = applyStates(likes, [{ profileId: 'cleo', isLiked: false, likesMe: true, isNew: true }])
  expect(next.liked_by.map(({ id }) => id)).toEqual(['cleo', 'ben', 'ana'])
  expect(next.num_new).toBe(6)
})

test('a like that was seen or taken back counts no more', () => {
  const seen = applyStates(likes, [{ profileId: 'ben', isLiked: true, likesMe: true, isNew: false }])
  expect(seen).toMatchObject({ num_new: 4, liked_by: [{ id: 'ben', like_new: false }, { id: 'ana' }] })
  expect(seen.profiles.map(({ id }) => id)).toEqual(['ben', 'ana'])
  const gone = applyStates(likes, [{ profileId: 'ben', isLiked: false, likesMe: false, isNew: false }])
  expect(gone).toMatchObject({ num_new: 4, liked_by: [{ id: 'ana' }] })
})

test('the count of the server is taken where there is one', () => {
  expect(applyStates(likes, [stateIn(likes, 'ana')], 2)).toEqual({ ...likes, num_new: 2 })
  expect(applyStates({ ...likes, num_new: 0 }, [{ ...stateIn(likes, 'ben'), isNew: false }]).num_new).toBe(0)
})
