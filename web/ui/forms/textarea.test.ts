import { expect, test } from 'vitest'
import { fittingHeightPx, heightOfRows } from './textarea.tsx'

test('the height grows by one line height per row', () => {
  expect(heightOfRows(1)).toBe('3rem')
  expect(heightOfRows(2)).toBe('4.5rem')
  expect(heightOfRows(10)).toBe('16.5rem')
})

test('the borders are added to the height of the text', () => {
  expect(fittingHeightPx({ scrollHeight: 120, offsetHeight: 50, clientHeight: 48 })).toBe(122)
})
