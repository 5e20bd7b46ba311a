import { expect, test } from 'vitest'
import { SEARCH_MAX_PAGE, SEARCH_SCROLL_PAGES } from '#contract/limits.ts'
import { loadsByScroll, membersOf, nextPage, spanOf, withoutPicks } from './result-pages.ts'

const all = () => true

test('the pages of a history entry are shown again', () => {
  expect(spanOf({ from: 1, to: 3 }, 3, all)).toEqual({ from: 1, to: 3 })
})

test('of the pages of a history entry those before one that is not cached are left out, all after a reload', () => {
  expect(spanOf({ from: 1, to: 4 }, 4, (page) => page !== 2)).toEqual({ from: 3, to: 4 })
  expect(spanOf({ from: 1, to: 4 }, 4, () => false)).toEqual({ from: 4, to: 4 })
})

test.each([null, undefined, {}, { from: 1, to: 2 }, { from: 4, to: 3 }, { from: 0, to: 3 }, { from: '1', to: 3 }, 'x'])(
  'without a valid entry (%j) the page of the URL is shown alone',
  (state) => {
    expect(spanOf(state, 3, all)).toEqual({ from: 3, to: 3 })
  },
)

test('pages follow by number up to the last that can be opened so, then by key', () => {
  expect(nextPage({ next: 'k' }, { page: 1 })).toEqual({ page: 2 })
  expect(nextPage({ next: 'k' }, { page: SEARCH_MAX_PAGE })).toEqual({ page: 1, after: 'k' })
  expect(nextPage({ next: 'l' }, { page: 1, after: 'k' })).toEqual({ page: 1, after: 'l' })
  expect(nextPage({ next: null }, { page: 1 })).toBeNull()
})

test('scrolling stops loading after some pages', () => {
  expect(loadsByScroll({ from: 1, to: SEARCH_SCROLL_PAGES })).toBe(true)
  expect(loadsByScroll({ from: 1, to: SEARCH_SCROLL_PAGES + 1 })).toBe(false)
})

test('a member who moved to another page is shown once, in the first place', () => {
  const [anna, bea, cleo] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(
    membersOf([
      [anna, bea],
      [bea, cleo],
    ]),
  ).toEqual([anna, bea, cleo])
})

test('pages before one that is no longer cached are left out', () => {
  expect(membersOf([[{ id: 'a' }], undefined, [{ id: 'c' }]])).toEqual([{ id: 'c' }])
})

test('members who are shown above a list are left out of it', () => {
  const [anna, bea, cleo] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(withoutPicks([anna, bea, cleo], [cleo, anna])).toEqual([bea])
})
