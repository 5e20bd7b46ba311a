import { expect, test } from 'vitest'
import { cx } from './cx.ts'

test('class names are joined by spaces', () => {
  expect(cx('a', 'b c')).toBe('a b c')
})

test('conditions that do not hold leave no trace', () => {
  expect(cx('a', false, null, undefined, '', 'b')).toBe('a b')
  expect(cx(false)).toBe('')
})
