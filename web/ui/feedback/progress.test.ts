import { describe, expect, test } from 'vitest'
import { afterDelay, delayOf, initialProgress, withWaiting } from './progress.ts'

const idle = initialProgress(false)
const waiting = withWaiting(idle, true)
const visible = afterDelay(waiting)

test('a page that is not waiting shows no bar', () => {
  expect(idle).toEqual({ isWaiting: false, isShown: false, wait: 0 })
  expect(afterDelay(idle).isShown).toBe(false)
})

describe('a wait', () => {
  test('shows no bar before its delay', () => {
    expect(waiting.isShown).toBe(false)
  })

  test('shows a bar after its delay', () => {
    expect(visible.isShown).toBe(true)
  })

  test('that ends before its delay never shows a bar', () => {
    expect(afterDelay(withWaiting(waiting, false)).isShown).toBe(false)
  })

  test('that ends leaves the bar visible until the second delay', () => {
    const ended = withWaiting(visible, false)
    expect(ended.isShown).toBe(true)
    expect(afterDelay(ended).isShown).toBe(false)
  })

  test('that follows while the last bar still fades starts a new bar at once', () => {
    const next = withWaiting(withWaiting(visible, false), true)
    expect(next).toEqual({ isWaiting: true, isShown: true, wait: visible.wait + 1 })
  })

  test('keeps its bar when it ends', () => {
    expect(withWaiting(visible, false).wait).toBe(visible.wait)
  })
})

test('an unchanged input returns the same state, so that rendering does not loop', () => {
  expect(withWaiting(waiting, true)).toBe(waiting)
  expect(withWaiting(idle, false)).toBe(idle)
})

test('the bar appears after 200 ms and disappears 500 ms after the end (SHELL-11)', () => {
  expect(delayOf(true)).toBe(200)
  expect(delayOf(false)).toBe(500)
})
