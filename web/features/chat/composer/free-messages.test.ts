import { expect, test } from 'vitest'
import { freeMessages } from './free-messages.ts'

const free = { user: { credits: 5, paid_user: false }, signupCredits: 6, price: 2 }

test('the credits of the sign-up are free messages', () => {
  expect(freeMessages(free)).toBe(2)
})

test('bought credits are none, also before premium begins', () => {
  expect(freeMessages({ ...free, user: { credits: 5, paid_user: true } })).toBeNull()
  expect(freeMessages({ ...free, user: { credits: 20, paid_user: false } })).toBeNull()
})

test('there are none where the credits are short, or messages cost nothing', () => {
  expect(freeMessages({ ...free, user: { credits: 1, paid_user: false } })).toBeNull()
  expect(freeMessages({ ...free, price: 0 })).toBeNull()
  expect(freeMessages({ ...free, user: null })).toBeNull()
})
