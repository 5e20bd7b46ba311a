import { expect, test } from 'vitest'
import { isDiscreet, setDiscreet } from './discreet.ts'

function storageOf(values = new Map<string, string>()) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value).has(key),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('discreet notices are off until they are switched on', () => {
  const storage = storageOf()
  expect(isDiscreet(storage)).toBe(false)
  setDiscreet(storage, true)
  expect(isDiscreet(storage)).toBe(true)
  setDiscreet(storage, false)
  expect(isDiscreet(storage)).toBe(false)
})

test('a browser that stores nothing shows whole notices', () => {
  expect(isDiscreet({ getItem: () => null })).toBe(false)
})
