import { expect, test } from 'vitest'
import { pageLayoutOf } from './page-layout.ts'

test('a page shows the bars by default', () => {
  expect(pageLayoutOf([])).toEqual({ hidesBars: false, isPlain: false })
  expect(pageLayoutOf([{ handle: undefined }, { handle: null }])).toEqual({ hidesBars: false, isPlain: false })
})

test('any matched route can hide the bars', () => {
  expect(pageLayoutOf([{ handle: undefined }, { handle: { hidesBars: true } }])).toEqual({
    hidesBars: true,
    isPlain: false,
  })
  expect(pageLayoutOf([{ handle: { hidesBars: true } }, { handle: undefined }])).toEqual({
    hidesBars: true,
    isPlain: false,
  })
})

test('the innermost route takes precedence', () => {
  expect(pageLayoutOf([{ handle: { hidesBars: true } }, { handle: { hidesBars: false } }])).toEqual({
    hidesBars: false,
    isPlain: false,
  })
})

test('a layout can ask for a plain document', () => {
  expect(
    pageLayoutOf([
      { handle: undefined },
      { handle: { isPlain: true } },
      {
        handle: undefined,
      },
    ]),
  ).toMatchObject({ isPlain: true })
})
