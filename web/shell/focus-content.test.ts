import { expect, test, vi } from 'vitest'
import { focusContent } from './focus-content.ts'

const inside = {} as Element
const outside = {} as Element

function fixture() {
  return {
    contains: (element: Element | null) => element === inside,
    focus: vi.fn<(options: FocusOptions) => void>(),
  }
}

test('the focus moves from a link in the bar to the content', () => {
  const content = fixture()
  focusContent(content, outside)
  expect(content.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
})

test('a focus that was lost moves to the content', () => {
  const content = fixture()
  focusContent(content, null)
  expect(content.focus).toHaveBeenCalledOnce()
})

test('a focus inside the content stays', () => {
  const content = fixture()
  focusContent(content, inside)
  expect(content.focus).not.toHaveBeenCalled()
})

test('a page without content is ignored', () => {
  expect(() => focusContent(null, outside)).not.toThrow()
})
