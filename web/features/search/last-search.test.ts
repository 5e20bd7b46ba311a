import { expect, test } from 'vitest'
import { lastSearch, storeSearch } from './last-search.ts'

function memory(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value).has(key),
    removeItem: (key: string) => void items.delete(key),
  }
}

test('the last search of a member returns, without its page, and only for that member', () => {
  const storage = memory()
  storeSearch(storage, { memberId: 'anna', query: '?gender=male&eyeColour=blue,green&page=3' })
  expect(lastSearch(storage, 'anna')).toBe('?gender=male&eyeColour=blue,green')
  expect(lastSearch(storage, 'bea')).toBe('')
})

test('a search without filters forgets it', () => {
  const storage = memory()
  storeSearch(storage, { memberId: 'anna', query: '?gender=male' })
  storeSearch(storage, { memberId: 'anna', query: '' })
  expect(lastSearch(storage, 'anna')).toBe('')
})

test('stored values that are not valid are left out', () => {
  expect(lastSearch(memory({ 'last-search:anna': '?gender=x&online=true&near=3&evil=1' }), 'anna')).toBe('?online=true')
})
