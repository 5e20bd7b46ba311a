import { expect, test } from 'vitest'
import { currentEntry, wideEntry } from './current-entry.ts'

test.each([
  ['/members', 'members'],
  ['/members/ana', 'members'],
  ['/members/ana/chat', 'messages'],
  ['/members/own', 'me'],
  ['/chats', 'messages'],
  ['/chats/1', 'messages'],
  ['/swipe-game', 'swipe'],
  ['/likes', 'likes'],
  ['/likes/m/ana', 'likes'],
  ['/profile', 'me'],
  ['/profile/visitors', 'me'],
  ['/notifications', 'me'],
  ['/credits', 'me'],
  ['/credits/p1', 'me'],
  ['/premium', 'me'],
  ['/pricing', 'me'],
  ['/me', 'me'],
  ['/notifications/data', 'me'],
  ['/terms', 'me'],
  ['/match-finder', 'members'],
  ['/share-photo', null],
  ['/', null],
])('%s is found under %s', (pathname, entry) => {
  expect(currentEntry(pathname, 'own')).toBe(entry)
})

test.each([
  ['/swipe-game', 'members'],
  ['/match-finder', 'members'],
  ['/likes', 'likes'],
  ['/share-photo', null],
])('in the wide bar %s is found under %s', (pathname, entry) => {
  expect(wideEntry(currentEntry(pathname, 'own'))).toBe(entry)
})

test('without a profile of one’s own every profile is found under the search', () => {
  expect(currentEntry('/members/own', undefined)).toBe('members')
})
