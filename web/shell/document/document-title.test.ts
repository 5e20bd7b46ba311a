import { expect, test } from 'vitest'
import { documentTitle } from './document-title.ts'

test('the title names the page and the site', () => {
  expect(documentTitle({ title: 'Likes', siteName: 'Example', waitingCount: 0 })).toBe('Likes · Example')
})

test('the number of unread messages and new likes comes first', () => {
  expect(documentTitle({ title: 'Likes', siteName: 'Example', waitingCount: 3 })).toBe('(3) Likes · Example')
})

test('the number is not capped, unlike a badge', () => {
  expect(documentTitle({ title: 'Likes', siteName: 'Example', waitingCount: 120 })).toBe('(120) Likes · Example')
})

test('without settings the title of the page is enough', () => {
  expect(documentTitle({ title: 'Something went wrong', siteName: undefined, waitingCount: 0 })).toBe(
    'Something went wrong',
  )
})

test('without a title of its own a page is named after the site', () => {
  expect(documentTitle({ title: '', siteName: 'Example', waitingCount: 1 })).toBe('(1) Example')
})
