import { expect, test } from 'vitest'
import { safeStorage } from './safe-storage.ts'

const forbid = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

test('a storage that the browser allows stores, deletes and is available', () => {
  const items = memory()
  const storage = safeStorage(() => items)
  expect(storage.isAvailable()).toBe(true)
  expect(storage.setItem('a', '1')).toBe(true)
  expect(storage.setItem('b', '2')).toBe(true)
  expect(storage.getItem('a')).toBe('1')
  expect(storage.keys()).toEqual(['a', 'b'])
  storage.removeItem('a')
  expect([items.getItem('a'), items.getItem('b')]).toEqual([null, '2'])
  storage.clear()
  expect(items.getItem('b')).toBeNull()
})

test.each([
  ['the property throws', forbid],
  [
    'every method throws',
    () => ({ getItem: forbid, setItem: forbid, removeItem: forbid, clear: forbid, key: forbid, length: 1 }),
  ],
])('where %s nothing is stored, and nothing fails', (_, open) => {
  const storage = safeStorage(open)
  expect(storage.setItem('a', '1')).toBe(false)
  expect(storage.getItem('a')).toBeNull()
  expect(storage.keys()).toEqual([])
  storage.removeItem('a')
  storage.clear()
})

test('a storage that is null, as in some WebViews, counts as not available', () => {
  // Its type denies it.
  const storage = safeStorage(() => null as unknown as Storage)
  expect(storage.isAvailable()).toBe(false)
  expect(storage.getItem('a')).toBeNull()
  expect(safeStorage(forbid).isAvailable()).toBe(false)
})

test('a full storage can still be read', () => {
  const items = { ...memory(), setItem: forbid, getItem: () => 'stored' }
  const storage = safeStorage(() => items)
  expect(storage.setItem('a', '1')).toBe(false)
  expect(storage.getItem('a')).toBe('stored')
  expect(storage.isAvailable()).toBe(true)
})
