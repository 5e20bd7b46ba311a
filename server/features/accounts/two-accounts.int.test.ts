import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getUser, logIn, openLink } from '#contract/accounts/calls.ts'
import { DELETION_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sessionCookie } from '#tests/support/site/cookies.ts'
import { activationToken } from '#tests/support/mails.ts'
import { sendActivation } from './email/activation.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, verify: vi.fn<typeof argon2.verify>(real.verify) }
})
const verify = vi.mocked(argon2.verify)

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(() => {
  verify.mockClear()
})

async function linkOf({ userId, email }: Member) {
  const { context } = site
  await context.transaction((tx) => sendActivation(context, tx, { userId }))
  return activationToken(context, email)
}
const userOf = async (member: Member) => (await site.call(getUser, {}, member)).reply?.user

describe("another member's activation link", () => {
  test('confirms its owner, not the member who opens it', async () => {
    const owner = await buildMember(site.context, { isConfirmed: false })
    const opener = await buildMember(site.context, { isConfirmed: false })
    const answer = await site.call(openLink, { params: { token: await linkOf(owner) } }, opener)
    expect(answer.status).toBe(200)
    expect(await userOf(owner)).toMatchObject({ status: 'active', credits: 6 })
    expect(await userOf(opener)).toMatchObject({ status: 'not_confirmed', credits: 0 })
  })

  test('leaves the session of the member who opens it as it is', async () => {
    const owner = await buildMember(site.context, { isConfirmed: false })
    const opener = await buildMember(site.context)
    const { headers } = await site.call(openLink, { params: { token: await linkOf(owner) } }, opener)
    expect(sessionCookie(headers)).toBe('')
    expect(await userOf(opener)).toMatchObject({ email: opener.email })
  })
})

describe('a log-in that fails', () => {
  test.each([
    ['an unknown address', async () => ({ email: 'unknown@example.com', password: 'a fine long password' })],
    ['a wrong password', async () => ({ ...(await credentials()), password: 'another long password' })],
    ['an account whose deletion is final', async () => credentials({ isDeleted: true })],
  ])('with %s does the work of one password check', async (_, build) => {
    const body = await build()
    verify.mockClear()
    expect(await site.call(logIn, { body })).toMatchObject({ status: 401, error: { code: 'accounts.login_failed' } })
    expect(verify).toHaveBeenCalledTimes(1)
  })

  test('checks an unknown address against a hash of full cost', async () => {
    await site.call(logIn, { body: { email: 'unknown@example.com', password: 'a fine long password' } })
    expect(String(verify.mock.calls[0]?.[0])).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

async function credentials({ isDeleted = false } = {}) {
  const { userId, email, password } = await buildMember(site.context)
  if (isDeleted) {
    const { db, clock } = site.context
    await db
      .updateTable('users')
      .set({ deletedAt: new Date(clock.now().getTime() - DELETION_DAYS * DAY) })
      .where('id', '=', userId)
      .execute()
  }
  return { email, password }
}
