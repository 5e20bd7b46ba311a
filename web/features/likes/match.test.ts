import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { ProfileCard } from '#contract/profiles.ts'
import { closeMatch, matchKey, showMatch, showMatchOnce } from './match.ts'

// The cache reads nothing else of a profile.
const ana = { id: 'ana', name: 'Ana' } as ProfileCard
const ben = { id: 'ben', name: 'Ben' } as ProfileCard
let client: QueryClient

const shown = () => client.getQueryData<ProfileCard | null>(matchKey)

beforeEach(() => {
  client = new QueryClient()
})

test('a match is shown until it is closed', () => {
  showMatch(client, ana)
  expect(shown()).toBe(ana)
  closeMatch(client)
  expect(shown()).toBeNull()
})

test('the same match announced twice does not replace the one on the screen', () => {
  showMatch(client, ana)
  showMatchOnce(client, { ...ana, isOnline: true })
  expect(shown()).toBe(ana)
})

test('a match that was closed is not opened again by a realtime event', () => {
  showMatch(client, ana)
  closeMatch(client)
  showMatchOnce(client, ana)
  expect(shown()).toBeNull()
})

test('a realtime event opens a match with another member after one was closed', () => {
  showMatch(client, ana)
  closeMatch(client)
  showMatchOnce(client, ben)
  expect(shown()).toBe(ben)
})

test('all closed matches stay closed', () => {
  for (const profile of [ana, ben]) {
    showMatch(client, profile)
    closeMatch(client)
  }
  showMatchOnce(client, ana)
  expect(shown()).toBeNull()
})

test('a new like of a member whose match was closed shows the new match', () => {
  showMatch(client, ana)
  closeMatch(client)
  showMatch(client, ana)
  expect(shown()).toBe(ana)
})

test('closing without a match on the screen changes nothing', () => {
  closeMatch(client)
  showMatchOnce(client, ana)
  expect(shown()).toBe(ana)
})
