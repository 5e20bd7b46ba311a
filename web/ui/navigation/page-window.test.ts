import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

const written = (page: number, pageCount: number) =>
  pageWindow({ page, pageCount })
    .map((slot) => (slot === 'gap' ? '…' : slot.page === page ? `[${slot.page}]` : slot.page))
    .join(' ')

test.each([
  [1, 0, ''],
  [1, 1, '[1]'],
  [1, 2, '[1] 2'],
  [1, 4, '[1] 2 3 4'],
  [1, 9, '[1] 2 … 9'],
  [3, 9, '1 2 [3] 4 … 9'],
  [4, 9, '1 2 3 [4] 5 … 9'],
  [6, 9, '1 … 5 [6] 7 8 9'],
  [6, 20, '1 … 5 [6] 7 … 20'],
  [20, 20, '1 … 19 [20]'],
  [41_667, 41_667, '1 … 41666 [41667]'],
])('page %i of %i offers %j', (page, pageCount, expected) => {
  expect(written(page, pageCount)).toBe(expected)
})

test('only the pages around the current one are neighbours, which a narrow screen leaves out', () => {
  const neighbours = pageWindow({ page: 6, pageCount: 20 }).flatMap((slot) =>
    slot !== 'gap' && slot.isNeighbour ? [slot.page] : [],
  )
  expect(neighbours).toEqual([5, 7])
})
