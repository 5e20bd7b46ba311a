import { expect, test } from 'vitest'
import { choiceOf } from './choice-of.ts'

const form = {
  holder: 'Ina Muster',
  iban: 'DE02120300000000202051',
  street: 'Hauptstraße',
  houseNumber: '1',
  zip: '10115',
  city: 'Berlin',
  phone: '0151 23456789',
  smsCode: '123456',
  authorization: true as const,
}

test('the same form with another SMS code is the same order', () => {
  const again = { ...form, smsCode: '654321' }
  expect(choiceOf({ form: again, bundle: 'p1', enteredCode: null })).toBe(
    choiceOf({ form, bundle: 'p1', enteredCode: null }),
  )
})

test.each([
  ['bank account', { form: { ...form, iban: 'DE02500105170137075030' }, bundle: 'p1' as const, enteredCode: null }],
  ['bundle', { form, bundle: 'p2' as const, enteredCode: null }],
  ['discount code', { form, bundle: 'p1' as const, enteredCode: 'SUMMER' }],
])('another %s is another order', (_, choice) => {
  expect(choiceOf(choice)).not.toBe(choiceOf({ form, bundle: 'p1', enteredCode: null }))
})
