import { expect, test } from 'vitest'
import { repeatChoiceOf } from './repeat-choice.ts'

const purchase = { storedMethod: '1', bundle: 'p1', amountMinor: 1500, code: 'SUMMER' } as const

test('the same bundle is the same order after its discount code was used up', () => {
  expect(repeatChoiceOf({ ...purchase, amountMinor: 2000, code: null })).toBe(repeatChoiceOf(purchase))
})

test.each([{ storedMethod: '2' }, { bundle: 'p2' as const }])('%o is another order', (change) => {
  expect(repeatChoiceOf({ ...purchase, ...change })).not.toBe(repeatChoiceOf(purchase))
})
