import { expect, test } from 'vitest'
import { createClientIds } from './client-ids.ts'

function idsInOrder() {
  let count = 0
  return createClientIds<string>(() => `id ${(count += 1)}`)
}

test('the same content again is the same request', () => {
  const clientIdFor = idsInOrder()
  expect([clientIdFor('card'), clientIdFor('card'), clientIdFor('card')]).toEqual(['id 1', 'id 1', 'id 1'])
})

test('other content is another request', () => {
  const clientIdFor = idsInOrder()
  expect([clientIdFor('card'), clientIdFor('paypal')]).toEqual(['id 1', 'id 2'])
})

test('content that is sent again after another one is a new request', () => {
  const clientIdFor = idsInOrder()
  expect([clientIdFor('card'), clientIdFor('paypal'), clientIdFor('card')]).toEqual(['id 1', 'id 2', 'id 3'])
})

test('two forms never share an id', () => {
  expect(createClientIds()('card')).not.toBe(createClientIds()('card'))
})
