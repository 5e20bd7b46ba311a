import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPageBusy, whenCalm } from './when-calm.ts'

let isBusy: boolean
let calls: string[]

beforeEach(() => {
  vi.useFakeTimers()
  isBusy = true
  calls = []
})
afterEach(() => void vi.useRealTimers())

const start = () =>
  whenCalm({ isBusy: () => isBusy, onWait: () => calls.push('wait'), onCalm: () => calls.push('calm') })

test('nothing is waited for where nothing is interrupted', () => {
  isBusy = false
  start()
  expect(calls).toEqual(['calm'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a busy member is notified once, and interrupted only when the field is left for good', () => {
  start()
  vi.advanceTimersByTime(10_000)
  expect(calls).toEqual(['wait'])
  // Sending takes the focus from the field for a moment.
  isBusy = false
  vi.advanceTimersByTime(500)
  isBusy = true
  vi.advanceTimersByTime(5000)
  expect(calls).toEqual(['wait'])
  isBusy = false
  vi.advanceTimersByTime(1500)
  expect(calls).toEqual(['wait', 'calm'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a dialog that is just closing is not worth an announcement', () => {
  start()
  isBusy = false
  vi.advanceTimersByTime(1500)
  expect(calls).toEqual(['calm'])
})

test('waiting can be stopped', () => {
  start()()
  isBusy = false
  vi.advanceTimersByTime(10_000)
  expect(calls).toEqual([])
})

test('a field with the focus, a dialog and a menu are not interrupted', () => {
  const page = (focused: boolean, overlay: boolean) => ({
    activeElement: { matches: () => focused } as unknown as Element,
    querySelector: () => (overlay ? ({} as Element) : null),
  })
  expect(isPageBusy(page(true, false))).toBe(true)
  expect(isPageBusy(page(false, true))).toBe(true)
  expect(isPageBusy(page(false, false))).toBe(false)
  expect(isPageBusy({ activeElement: null, querySelector: () => null })).toBe(false)
})

test('a checkbox with the focus, such as a filter, may be interrupted', () => {
  const checkbox = { matches: (selector: string) => /(^|, )input(,|$)/.test(selector) } as unknown as Element
  expect(isPageBusy({ activeElement: checkbox, querySelector: () => null })).toBe(false)
})
