import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIntent, INTENT_MS, opensHere } from './intent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const mouse = { type: 'pointerover', pointerType: 'mouse' }

test('a pointer that stays on a link is an intent after a tenth of a second', () => {
  const fire = vi.fn<() => void>()
  createIntent().begin(mouse, fire)
  vi.advanceTimersByTime(INTENT_MS - 1)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(fire).toHaveBeenCalledOnce()
})

test('the focus that stays on a link is an intent, a finger that rests on it before it scrolls is none', () => {
  const fire = vi.fn<() => void>()
  const intent = createIntent()
  const touch = { type: 'pointerover', pointerType: 'touch' }
  intent.begin(touch, fire)
  intent.press(touch, fire)
  vi.advanceTimersByTime(10 * INTENT_MS)
  expect(fire).not.toHaveBeenCalled()
  intent.begin({ type: 'focus' }, fire)
  vi.advanceTimersByTime(INTENT_MS)
  expect(fire).toHaveBeenCalledOnce()
})

test('a pointer that passes over a link is none', () => {
  const fire = vi.fn<() => void>()
  const intent = createIntent()
  intent.begin(mouse, fire)
  vi.advanceTimersByTime(INTENT_MS - 1)
  intent.cancel()
  vi.advanceTimersByTime(10 * INTENT_MS)
  expect(fire).not.toHaveBeenCalled()
})

test('a mouse button is an intent at once, and only once', () => {
  const fire = vi.fn<() => void>()
  const intent = createIntent()
  intent.begin(mouse, fire)
  intent.press({ pointerType: 'mouse' }, fire)
  vi.advanceTimersByTime(10 * INTENT_MS)
  expect(fire).toHaveBeenCalledOnce()
})

test('another link replaces the one before', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const intent = createIntent()
  intent.begin(mouse, first)
  intent.begin(mouse, second)
  vi.advanceTimersByTime(INTENT_MS)
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
})

test('a plain click opens a link here; with another button or a key it does not', () => {
  const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false }
  expect(opensHere(plain)).toBe(true)
  expect(opensHere({ ...plain, button: 1 })).toBe(false)
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey', 'defaultPrevented']) {
    expect(opensHere({ ...plain, [key]: true })).toBe(false)
  }
})
