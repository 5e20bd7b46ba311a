import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the browser decides when the work is done, within a limit', () => {
  const requestIdleCallback = vi.fn<(work: () => void, options: { timeout: number }) => number>(() => 7)
  const cancelIdleCallback = vi.fn<(id: number) => void>()
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  vi.stubGlobal('cancelIdleCallback', cancelIdleCallback)
  const work = vi.fn<() => void>()
  const cancel = whenIdle(work)
  expect(requestIdleCallback).toHaveBeenCalledWith(work, { timeout: 2000 })
  cancel()
  expect(cancelIdleCallback).toHaveBeenCalledWith(7)
})

test('a browser without idle callbacks does the work a moment later, unless it is cancelled', () => {
  const work = vi.fn<() => void>()
  const cancelled = vi.fn<() => void>()
  whenIdle(work)
  whenIdle(cancelled)()
  expect(work).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
  expect(cancelled).not.toHaveBeenCalled()
})
