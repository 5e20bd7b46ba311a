import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashPassword, isGuessable, isRightPassword } from './passwords.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, verify: vi.fn<typeof argon2.verify>(real.verify) }
})

const known = ['Anna Berg', 'anna.berg@example.com', 'Rendezvous']

test.each([
  ['password', 'a common password'],
  ['Passw0rd', 'a common password'],
  ['!Sunshine99', 'a common password with characters around it'],
  ['motdepasse', 'a common password in another language'],
  ['12345678', 'a sequence of digits'],
  ['87654321', 'a sequence backwards'],
  ['qwertyuiop', 'a row of the keyboard'],
  ['aaaaaaaaaa', 'one distinct character'],
  ['abababab', 'two distinct characters'],
  ['anna.berg@example.com', 'the email'],
  ['Rendezvous1', 'the site'],
  ['berg2024', 'the name with a year'],
])('%s is guessable: %s', (password) => {
  expect(isGuessable(password, { known })).toBe(true)
})

test.each(['correct horse battery', 'tulip-Radiator', 'Wq7#pl2zx', 'annabergstrasse', 'пароль-и-чай'])(
  '%s is not guessable',
  (password) => {
    expect(isGuessable(password, { known })).toBe(false)
  },
)

test('only the right password is accepted, and none without a hash', async () => {
  const hash = await hashPassword('tulip-Radiator')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isRightPassword('tulip-Radiator', hash)).toBe(true)
  expect(await isRightPassword('tulip-radiator', hash)).toBe(false)
  expect(await isRightPassword('the dummy password', undefined)).toBe(false)
})

test('a missing account costs the same work as a wrong password', async () => {
  const hash = await hashPassword('tulip-Radiator')
  const work = vi.mocked(argon2.verify)
  work.mockClear()
  await isRightPassword('a guess', hash)
  await isRightPassword('a guess', undefined)
  const costs = work.mock.calls.map(([against]) => /m=\d+,t=\d+,p=\d+/.exec(String(against))?.[0])
  expect(costs).toEqual(['m=19456,t=2,p=1', 'm=19456,t=2,p=1'])
})
