import { expect, test, vi } from 'vitest'
import { scrollRegion } from './scroll-region.ts'

/** Calls its function when a test says that the size has changed. */
let resize: () => void = () => {}
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => resize()
    disconnect() {}
    constructor(onResize: () => void) {
      resize = onResize
    }
  },
)

function fakeElement({ scrollHeight, hasControl }: { scrollHeight: number; hasControl: boolean }) {
  const element = {
    scrollHeight,
    clientHeight: 100,
    scrollWidth: 0,
    clientWidth: 100,
    tabIndex: -1,
    querySelector: () => (hasControl ? {} : null),
  }
  // Only these members are read.
  scrollRegion(element as unknown as HTMLElement)
  return element
}

test('a region that scrolls and has no control can be focused', () => {
  expect(fakeElement({ scrollHeight: 300, hasControl: false }).tabIndex).toBe(0)
})

test('a region with a control needs no focus of its own', () => {
  expect(fakeElement({ scrollHeight: 300, hasControl: true }).tabIndex).toBe(-1)
})

test('a region that does not scroll stays out of the tab order', () => {
  expect(fakeElement({ scrollHeight: 100, hasControl: false }).tabIndex).toBe(-1)
})

test('a region that begins to scroll in a smaller window can be focused then', () => {
  const element = fakeElement({ scrollHeight: 100, hasControl: false })
  element.clientHeight = 60
  resize()
  expect(element.tabIndex).toBe(0)
})

test('unmounting is ignored', () => {
  expect(() => scrollRegion(null)).not.toThrow()
})
