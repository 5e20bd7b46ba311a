import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

const drawn = (page: number, pageCount: number) =>
  pageWindow({ page, pageCount })
    .map((slot) => (slot === 'gap' ? '…' : slot.page === page ? `[${slot.page}]` : slot.page))
    .join(' ')

test.each([
  [1, 1, '[1]'],
  [1, 2, '[1] 2'],
  [1, 4, '[1] 2 3 4'],
  [1, 9, '[1] 2 … 9'],
  [3, 9, '1 2 [3] 4 … 9'],
  [4, 9, '1 2 3 [4] 5 … 9'],
  [6, 20, '1 … 5 [6] 7 … 20'],
  [20, 20, '1 … 19 [20]'],
  [41_667, 41_667, '1 … 41666 [41667]'],
])('page %i of %i is drawn as %s', (page, pageCount, expected) => {
  expect(drawn(page, pageCount)).toBe(expected)
})
