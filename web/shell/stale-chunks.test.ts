import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mayReload } from './stale-chunks.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a page with missing code is loaded anew', () => {
  expect(mayReload(1_000_000)).toBe(true)
})

test('it is loaded anew at most once a minute', () => {
  mayReload(1_000_000)
  expect(mayReload(1_059_999)).toBe(false)
  expect(mayReload(1_060_001)).toBe(true)
})

test('without storage it is never loaded anew, for nothing could stop a loop', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new Error('forbidden')
    },
  })
  expect(mayReload(1_000_000)).toBe(false)
})
