import { expect, test } from 'vitest'
import { createClientIds } from './client-ids.ts'

function idsInOrder() {
  let count = 0
  return createClientIds<string>(() => `id ${(count += 1)}`)
}

test('the same choice again is the same order', () => {
  const clientIdFor = idsInOrder()
  expect([clientIdFor('card'), clientIdFor('card'), clientIdFor('card')]).toEqual(['id 1', 'id 1', 'id 1'])
})

test('another choice is another order', () => {
  const clientIdFor = idsInOrder()
  expect([clientIdFor('card'), clientIdFor('paypal')]).toEqual(['id 1', 'id 2'])
})

test('a choice that is made again after another one is a new order', () => {
  const clientIdFor = idsInOrder()
  expect([clientIdFor('card'), clientIdFor('paypal'), clientIdFor('card')]).toEqual(['id 1', 'id 2', 'id 3'])
})

test('two forms never share an id', () => {
  expect(createClientIds()('card')).not.toBe(createClientIds()('card'))
})
