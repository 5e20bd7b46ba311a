import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '#contract/time.ts'
import { createSilenceWatch } from './silence-watch.ts'

const onSilence = vi.fn<() => void>()
const onDead = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  onSilence.mockClear()
  onDead.mockClear()
})
afterEach(() => void vi.useRealTimers())

test('a connection that keeps sending is never asked', () => {
  const watch = createSilenceWatch({ onSilence, onDead })
  for (let sent = 0; sent < 10; sent += 1) {
    watch.restart()
    vi.advanceTimersByTime(20 * SECOND)
  }
  expect(onSilence).not.toHaveBeenCalled()
})

test('a silent connection is asked once and then counts as dead', () => {
  const watch = createSilenceWatch({ onSilence, onDead })
  watch.restart()
  vi.advanceTimersByTime(26 * SECOND)
  expect(onSilence).toHaveBeenCalledOnce()
  expect(onDead).not.toHaveBeenCalled()
  vi.advanceTimersByTime(8 * SECOND)
  expect(onSilence).toHaveBeenCalledOnce()
  expect(onDead).toHaveBeenCalledOnce()
})

test('an answer in time keeps the connection', () => {
  const watch = createSilenceWatch({ onSilence, onDead })
  watch.restart()
  vi.advanceTimersByTime(26 * SECOND)
  watch.restart()
  vi.advanceTimersByTime(20 * SECOND)
  expect(onDead).not.toHaveBeenCalled()
})

test('asking does not wait for a silence', () => {
  const watch = createSilenceWatch({ onSilence, onDead })
  watch.askNow()
  expect(onSilence).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(9 * SECOND)
  expect(onDead).toHaveBeenCalledOnce()
})

test('nothing happens after the watch was stopped', () => {
  const watch = createSilenceWatch({ onSilence, onDead })
  watch.restart()
  watch.stop()
  vi.advanceTimersByTime(60 * SECOND)
  expect(onSilence).not.toHaveBeenCalled()
  expect(onDead).not.toHaveBeenCalled()
})
