import * as argon2 from '@node-rs/argon2'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { logIn } from '#contract/accounts/calls.ts'
import { LOGIN_FAILURES_BEFORE_LOCK } from '#contract/limits.ts'
import { isRightPassword } from '#server/features/accounts/recovery/passwords.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, verify: vi.fn<typeof argon2.verify>(real.verify) }
})

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
})
afterEach(() => vi.mocked(argon2.verify).mockReset())
afterAll(() => site.close())

test('a log-in that comes while too many passwords are checked is rejected, and does not count', async () => {
  const { email, password } = await buildMember(site.context)
  const tryLogIn = async () => {
    const answer = await site.call(logIn, { body: { email, password } }, { headers: randomAddress() })
    return [answer.status, answer.error?.code]
  }
  const work = Promise.withResolvers<boolean>()
  const verify = vi.mocked(argon2.verify).mockReturnValue(work.promise)
  const checks = Array.from({ length: 200 }, () => isRightPassword('x', 'y').catch(() => 'rejected'))
  expect(verify).toHaveBeenCalledTimes(2)
  for (let nth = 0; nth <= LOGIN_FAILURES_BEFORE_LOCK; nth += 1) expect(await tryLogIn()).toEqual([503, 'request.busy'])
  work.resolve(true)
  expect(new Set(await Promise.all(checks))).toEqual(new Set([true, 'rejected']))
  expect(await tryLogIn()).toEqual([200, undefined])
})
