import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHUNK_RELOAD_PAUSE_MS } from '#contract/limits.ts'
import { ignoreFailedPrefetch, insteadOfMissingChunk, isMissingChunk, mayReload } from './stale-chunks.ts'

const NOW = 1_000_000
const stored = new Map<string, string>()
const error = new TypeError('Failed to fetch dynamically imported module: /assets/likes.js')

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a page with missing code', () => {
  test('may reload', () => {
    expect(mayReload(NOW)).toBe(true)
  })

  test('may reload again only after a pause', () => {
    mayReload(NOW)
    expect(mayReload(NOW + CHUNK_RELOAD_PAUSE_MS - 1)).toBe(false)
    expect(mayReload(NOW + CHUNK_RELOAD_PAUSE_MS)).toBe(true)
  })

  test('does not prolong the pause by asking', () => {
    mayReload(NOW)
    mayReload(NOW + CHUNK_RELOAD_PAUSE_MS - 1)
    expect(mayReload(NOW + CHUNK_RELOAD_PAUSE_MS)).toBe(true)
  })

  test('never reloads without storage, because nothing could stop a loop', () => {
    vi.stubGlobal('sessionStorage', {
      getItem() {
        throw new Error('forbidden')
      },
    })
    expect(mayReload(NOW)).toBe(false)
  })
})

describe('in place of a route whose code is missing', () => {
  const assign = vi.fn<(url: string) => void>()

  function stubBrowser({ isOnline = true, isNavigating = true } = {}) {
    const target = { pathname: '/likes', search: '?page=2', hash: '' }
    assign.mockClear()
    vi.stubGlobal('navigator', { onLine: isOnline })
    vi.stubGlobal('location', { assign })
    vi.stubGlobal('window', {
      __reactRouterDataRouter: { state: { navigation: isNavigating ? { location: target } : {} } },
    })
  }

  test('the target is loaded from the server', () => {
    stubBrowser()
    expect(insteadOfMissingChunk(error)).toBeInstanceOf(Promise)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/likes?page=2')
  })

  test('a second failure within the pause shows the error page', () => {
    stubBrowser()
    void insteadOfMissingChunk(error)
    const route = insteadOfMissingChunk(error)
    expect(assign).toHaveBeenCalledOnce()
    expect(() => (route as { clientLoader: () => void }).clientLoader()).toThrow(error)
    expect(() => (route as { default: () => void }).default()).toThrow(error)
  })

  test('an offline device shows the error page and keeps its reload', () => {
    stubBrowser({ isOnline: false })
    expect(insteadOfMissingChunk(error)).toHaveProperty('clientLoader')
    expect(assign).not.toHaveBeenCalled()
    expect(mayReload()).toBe(true)
  })

  test('a failed prefetch does nothing', () => {
    stubBrowser({ isNavigating: false })
    expect(() => insteadOfMissingChunk(error)).toThrow(error)
    expect(assign).not.toHaveBeenCalled()
  })
})

test.each([
  'Failed to fetch dynamically imported module: /a.js',
  'error loading dynamically imported module: /a.js',
  'Importing a module script failed.',
])('the message %j means missing code', (message) => {
  expect(isMissingChunk(new TypeError(message))).toBe(true)
})

test('other errors are not taken for missing code', () => {
  expect(isMissingChunk(new TypeError('x is not a function'))).toBe(false)
  expect(isMissingChunk(new Error(error.message))).toBe(false)
  expect(isMissingChunk(undefined)).toBe(false)
})

test('a failed prefetch is not reported as unhandled, any other rejection is', () => {
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  ignoreFailedPrefetch()
  const isReported = (reason: unknown) =>
    target.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }))
  expect(isReported(error)).toBe(false)
  expect(isReported(new Error('a bug'))).toBe(true)
})
