import { expect, test } from 'vitest'
import { pageLayoutOf } from './page-layout.ts'

test('a page shows the bars by default', () => {
  expect(pageLayoutOf([])).toEqual({ hidesBars: false })
  expect(pageLayoutOf([{ handle: undefined }, { handle: null }])).toEqual({ hidesBars: false })
})

test('any matched route can hide the bars', () => {
  expect(pageLayoutOf([{ handle: undefined }, { handle: { hidesBars: true } }])).toEqual({ hidesBars: true })
  expect(pageLayoutOf([{ handle: { hidesBars: true } }, { handle: undefined }])).toEqual({ hidesBars: true })
})

test('the innermost route takes precedence', () => {
  expect(pageLayoutOf([{ handle: { hidesBars: true } }, { handle: { hidesBars: false } }])).toEqual({
    hidesBars: false,
  })
})
