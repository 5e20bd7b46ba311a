import { expect, test } from 'vitest'
import { phoneUrl } from './phone-url.ts'

test.each([
  ['+31 20-123 45 67', 'tel:+31201234567'],
  ['020 - 1234567', 'tel:0201234567'],
  ['+33\u00a01\u00a023', 'tel:+33123'],
  ['112', 'tel:112'],
])('%j is dialled as %s (PAGES-3)', (phone, url) => {
  expect(phoneUrl(phone)).toBe(url)
})
