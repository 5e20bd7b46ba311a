import { describe, expect, test } from 'vitest'
import { isLinkToken, latestOrderPath, likeListOf, optionOf } from './route-params.ts'

describe('the list of likes', () => {
  test('is that of the received likes by default', () => {
    expect(likeListOf(undefined)).toBe('received')
  })

  test.each(['received', 'sent', 'matches'] as const)('%s is named by the path', (type) => {
    expect(likeListOf(type)).toBe(type)
  })

  test.each(['', 'Sent', 'toString', 'm'])('%j is an unknown page', (type) => {
    let thrown: unknown
    try {
      likeListOf(type)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Response)
    expect(thrown).toMatchObject({ status: 404 })
  })
})

test.each([
  ['a'.repeat(43), true],
  [`${'aZ09'.repeat(10)}-_x`, true],
  ['a'.repeat(42), false],
  ['a'.repeat(44), false],
  [`${'a'.repeat(42)}.`, false],
  [`${'a'.repeat(43)}\n`, false],
  ['favicon.ico', false],
])('%j has the form of a one-time link: %s', (text, expected) => {
  expect(isLinkToken(text)).toBe(expected)
})

describe('the page of transactions without an id', () => {
  test('leads to the latest order', () => {
    expect(latestOrderPath([{ id: 'new' }, { id: 'old' }])).toBe('/transactions/new')
  })

  test('leads to the bundles if there is no order', () => {
    expect(latestOrderPath([])).toBe('/credits')
  })
})

describe('the payment method of a checkout', () => {
  const methods = ['card', 'ideal'] as const

  test('is the one in the path', () => {
    expect(optionOf(methods, 'ideal')).toBe('ideal')
  })

  test('is the first one if the path names none, or one that is not offered', () => {
    expect(optionOf(methods, undefined)).toBe('card')
    expect(optionOf(methods, 'cheque')).toBe('card')
  })

  test('is missing if none is offered', () => {
    expect(optionOf([], 'card')).toBeUndefined()
  })
})
