import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { LOGIN_FAILURES_BEFORE_LOCK, RESET_LINK_HOURS, RESET_MAILS_PER_DAY } from '#contract/limits.ts'
import { HOUR } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { deviceCookie, sent, sessionCookie } from '#tests/support/site/cookies.ts'
import type { Caller } from '#tests/support/site/encode-call.ts'
import { linkToken, mailsAbout } from '#tests/support/mails.ts'
import { startSession } from '#server/features/accounts/service.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { PUBLIC_URL: 'http://localhost:4500', TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

const password = 'seven purple tandems'
let addresses = 0

/** A caller with an address of its own, so that the limits of addresses do not matter. */
function caller(input: Caller = {}): Caller {
  addresses += 1
  return { ...input, headers: { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`, ...input.headers } }
}

const request = (email: string) => site.call(contract.requestReset, { body: { email } }, caller())
const reset = (token: string, body: object = {}, from: Caller = {}) =>
  site.call(contract.resetPassword, { body: { token, password, repeat: password, ...body } }, caller(from))
const open = (token: string) => site.call(contract.openLink, { params: { token } }, caller())
const logIn = (email: string, secret: string) =>
  site.call(contract.logIn, { body: { email, password: secret } }, caller())
const userOf = async (from: Caller) => (await site.call(contract.getUser, {}, from)).reply?.user ?? null

async function tokenOf(member: Member) {
  await request(member.email)
  return linkToken(site.context, { userId: member.userId, template: 'passwordReset' })
}

describe('requesting a reset', () => {
  test('mails a link in the member’s language, whatever the case of the address', async () => {
    const member = await buildMember(site.context, { language: 'fr' })
    expect(await request(` ${member.email.toUpperCase()} `)).toMatchObject({ status: 200, reply: { requested: true } })
    expect(await mailsAbout(site.context, member)).toMatchObject([
      { template: 'passwordReset', language: 'fr', to: member.email, props: { name: member.name } },
    ])
  })

  test('reports an address without an account, at its field', async () => {
    const { status, error } = await request('no-one@example.com')
    expect({ status, fields: error?.fields }).toEqual({
      status: 404,
      fields: { email: { code: 'accounts.email_not_found' } },
    })
  })

  test('mails the link that restores a deleted account, until it is erased', async () => {
    const member = await buildMember(site.context)
    const deletedAt = site.clock.now()
    await site.context.db.updateTable('users').set({ deletedAt }).where('id', '=', member.userId).execute()
    expect((await request(member.email)).status).toBe(200)
    expect(await mailsAbout(site.context, member)).toMatchObject([{ template: 'deletion', to: member.email }])
    expect((await open(await linkToken(site.context, { ...member, template: 'deletion' }))).status).toBe(200)
    expect((await logIn(member.email, member.password)).status).toBe(200)
  })

  test('sends no mail to a disabled account', async () => {
    const member = await buildMember(site.context)
    const now = site.clock.now()
    await site.context.db.updateTable('users').set({ disabledAt: now }).where('id', '=', member.userId).execute()
    expect((await request(member.email)).error?.code).toBe('accounts.email_not_found')
    expect(await mailsAbout(site.context, member)).toEqual([])
  })

  test('is rejected after five mails in a day, also when requested at once', async () => {
    const member = await buildMember(site.context)
    const answers = await Promise.all(Array.from({ length: RESET_MAILS_PER_DAY + 3 }, () => request(member.email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(RESET_MAILS_PER_DAY)
    expect(answers.find(({ error }) => error)).toMatchObject({ status: 429, error: { code: 'accounts.reset_limit' } })
    expect(await mailsAbout(site.context, member)).toHaveLength(RESET_MAILS_PER_DAY)
  })

  test('puts neither the address nor the token into the queue', async () => {
    const member = await buildMember(site.context)
    const token = await tokenOf(member)
    const { rows } = await site.context.database.pool.query(
      'select jobs::text as text from graphile_worker._private_jobs jobs',
    )
    expect(JSON.stringify(rows)).not.toContain(member.email)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('choosing another password', () => {
  test('logs in, and only the new password works', async () => {
    const member = await buildMember(site.context)
    const answer = await reset(await tokenOf(member))
    expect(answer).toMatchObject({ status: 200, reply: { user: { email: member.email } } })
    expect(await userOf(sent(sessionCookie(answer.headers)))).toMatchObject({ email: member.email })
    expect((await logIn(member.email, member.password)).status).toBe(401)
    expect((await logIn(member.email, password)).status).toBe(200)
  })

  test('ends all other sessions and their sockets, and reports the change by mail', async () => {
    const member = await buildMember(site.context)
    const other = await startSession(site.context, site.context.db, member.userId)
    const close = vi.spyOn(site.context.realtime, 'closeSession')
    await reset(await tokenOf(member))
    await site.context.events.drain()
    expect(await userOf(member)).toBeNull()
    expect(await userOf({ cookie: `session=${other}` })).toBeNull()
    expect(close).toHaveBeenCalledWith(member.sessionHash)
    close.mockRestore()
    expect(await mailsAbout(site.context, member)).toMatchObject([
      { template: 'passwordReset' },
      { template: 'resetDone', to: member.email, props: { url: 'http://localhost:4500/reset-password' } },
    ])
  })

  test('ends the lock of the account', async () => {
    const member = await buildMember(site.context)
    for (let attempt = 0; attempt < 5; attempt += 1) await logIn(member.email, 'wrong')
    expect((await logIn(member.email, member.password)).error?.code).toBe('accounts.login_locked')
    await reset(await tokenOf(member))
    expect((await logIn(member.email, password)).status).toBe(200)
  })

  test('ends the devices that were known: their failures count for the account again', async () => {
    const member = await buildMember(site.context)
    const device = sent(deviceCookie((await logIn(member.email, member.password)).headers))
    await reset(await tokenOf(member))
    const body = { email: member.email, password: 'wrong' }
    for (let attempt = 0; attempt < LOGIN_FAILURES_BEFORE_LOCK; attempt += 1)
      await site.call(contract.logIn, { body }, caller(device))
    expect((await logIn(member.email, password)).error?.code).toBe('accounts.login_locked')
  })

  test('confirms an unconfirmed address, with the free credits once', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    expect((await reset(await tokenOf(member))).reply?.user).toMatchObject({ status: 'active', credits: 6 })
    expect((await reset(await tokenOf(member))).reply?.user).toMatchObject({ credits: 6 })
  })

  test('works once, and ends the other links that were mailed', async () => {
    const member = await buildMember(site.context)
    const [first, second] = [await tokenOf(member), await tokenOf(member)]
    expect((await reset(first)).status).toBe(200)
    const rejected = { status: 410, error: { code: 'accounts.link_invalid' } }
    expect(await reset(first)).toMatchObject(rejected)
    expect(await reset(second)).toMatchObject(rejected)
  })

  test('works for exactly one of ten who use a link at once', async () => {
    const member = await buildMember(site.context)
    const token = await tokenOf(member)
    const phrases = Array.from({ length: 10 }, (_, index) => `seven purple tandems ${index}`)
    const answers = await Promise.all(phrases.map((phrase) => reset(token, { password: phrase, repeat: phrase })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(9)
    const winner = phrases[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await logIn(member.email, winner)).status).toBe(200)
    const { db } = site.context
    const sessions = await db.selectFrom('sessions').select('userId').where('userId', '=', member.userId).execute()
    expect(sessions).toHaveLength(2)
  })

  test('ends the session that the browser had, also another member’s', async () => {
    const [member, stranger] = [await buildMember(site.context), await buildMember(site.context)]
    await reset(await tokenOf(member), {}, stranger)
    expect(await userOf(stranger)).toBeNull()
  })

  test('is rejected with an expired, unknown or foreign token, and for a deleted account', async () => {
    const rejected = { status: 410, error: { code: 'accounts.link_invalid' } }
    expect(await reset('x'.repeat(43))).toMatchObject(rejected)
    expect(await reset('\u202e<b>')).toMatchObject(rejected)
    const member = await buildMember(site.context, { isConfirmed: false })
    await site.context.mail.send(site.context.db, { template: 'activation', userId: member.userId })
    const activation = await linkToken(site.context, { userId: member.userId, template: 'activation' })
    expect(await reset(activation)).toMatchObject(rejected)
    const token = await tokenOf(member)
    const { db } = site.context
    await db.updateTable('users').set({ deletedAt: site.clock.now() }).where('id', '=', member.userId).execute()
    expect(await reset(token)).toMatchObject(rejected)
    await db.updateTable('users').set({ deletedAt: null }).where('id', '=', member.userId).execute()
    site.clock.advance(RESET_LINK_HOURS * HOUR)
    expect(await reset(token)).toMatchObject({ ...rejected, error: { params: { purpose: 'reset' } } })
    expect((await logIn(member.email, member.password)).status).toBe(200)
  })

  test.each([
    ['two different passwords', { repeat: 'seven purple tandem' }, 'repeat', 'accounts.passwords_differ'],
    ['a short one', { password: 'short', repeat: 'short' }, 'password', 'accounts.password_too_short'],
    ['a long one', { password: 'x'.repeat(201), repeat: 'x'.repeat(201) }, 'password', 'accounts.password_too_long'],
    ['a common one', { password: 'password1', repeat: 'password1' }, 'password', 'accounts.password_too_common'],
  ] as const)('rejects %s at its field, and the link stays valid', async (_name, body, field, code) => {
    const member = await buildMember(site.context)
    const token = await tokenOf(member)
    const { status, error } = await reset(token, body)
    expect({ status, code: error?.fields?.[field]?.code }).toEqual({ status: 422, code })
    expect((await reset(token)).status).toBe(200)
  })

  test('counts the member’s name and address as common words', async () => {
    const member = await buildMember(site.context, { name: 'Zebulina', email: 'quartzberg@example.com' })
    const token = await tokenOf(member)
    for (const phrase of ['zebulina1', 'quartzberg1']) {
      const { error } = await reset(token, { password: phrase, repeat: phrase })
      expect(error?.code).toBe('accounts.password_too_common')
    }
  })
})

describe('opening the link', () => {
  test('uses nothing and logs no one in, and hands on the token', async () => {
    const member = await buildMember(site.context)
    const token = await tokenOf(member)
    for (let time = 0; time < 2; time += 1) {
      const answer = await open(token)
      expect(answer).toMatchObject({ status: 200, reply: { purpose: 'reset', resetToken: token } })
      expect(sessionCookie(answer.headers)).toBe('')
    }
    expect((await reset(token)).status).toBe(200)
    expect(await open(token)).toMatchObject({
      status: 410,
      error: { code: 'accounts.link_invalid', params: { purpose: 'reset' } },
    })
  })
})
