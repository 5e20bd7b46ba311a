import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashPassword, isRightPassword } from './passwords.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, verify: vi.fn<typeof argon2.verify>(real.verify) }
})

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
