import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { likesQuery } from './queries.ts'
import { endsMatch } from './unmatch.ts'

test('taking a like back ends a match that the card or the likes of the viewer know of', () => {
  const client = new QueryClient()
  expect(endsMatch(client, { id: 'anna', isMatch: true })).toBe(true)
  expect(endsMatch(client, { id: 'anna', isMatch: false })).toBe(false)
  client.setQueryData(likesQuery().queryKey, {
    profiles: [{ id: 'bob', like_new: false }],
    liked_by: [{ id: 'anna', like_new: true }],
    num_new: 1,
  })
  expect(endsMatch(client, { id: 'anna', isMatch: false })).toBe(true)
  expect(endsMatch(client, { id: 'bob', isMatch: false })).toBe(false)
})
