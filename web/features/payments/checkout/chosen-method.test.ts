import { expect, test } from 'vitest'
import { chosenMethod } from './chosen-method.ts'

const methods = ['ideal', 'creditcard', 'visa', 'mastercard', 'paypal'] as const

test.each([
  ['nothing', undefined, { choice: 'ideal', method: 'ideal', isUnknown: false }],
  ['a method', 'paypal', { choice: 'paypal', method: 'paypal', isUnknown: false }],
  ['a brand', 'visa', { choice: 'creditcard', method: 'visa', isUnknown: false }],
  ['a method of another country', 'blik', { choice: 'ideal', method: 'ideal', isUnknown: true }],
  ['no method', 'cheque', { choice: 'ideal', method: 'ideal', isUnknown: true }],
])('a path that names %s', (_, named, chosen) => {
  expect(chosenMethod(methods, named)).toEqual(chosen)
})

test('where nothing is offered, nothing is chosen', () => {
  expect(chosenMethod([], 'visa')).toEqual({ choice: null, method: null, isUnknown: true })
})
