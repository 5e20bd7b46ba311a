import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { DAY } from '#contract/time.ts'
import { hashToken } from '#server/platform/ids.ts'
import { sent, sessionCookie } from '#tests/support/site/cookies.ts'
import { activationToken, askedMails } from '#tests/support/mails.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sendActivation } from './activation.ts'
import { accountConfirmed } from '#server/features/accounts/events.ts'

let site: TestApp
const confirmed: number[] = []

beforeAll(async () => {
  site = await startTestApp({ environment: { PUBLIC_URL: 'http://localhost:4500' } })
  site.context.events.after(accountConfirmed, ({ userId }) => void confirmed.push(userId))
})
afterAll(() => site.close())

async function buildUnconfirmed() {
  const member = await buildMember(site.context, { isConfirmed: false, language: 'fr' })
  return { member, token: await mailLink(member) }
}

async function mailLink({ userId, email }: Member) {
  const { context } = site
  await context.transaction((tx) => sendActivation(context, tx, { userId }))
  return activationToken(context, email)
}

const open = (token: string, caller: Parameters<TestApp['call']>[2] = {}) =>
  site.call(contract.openLink, { params: { token } }, caller)
const userOf = async (caller: { cookie: string }) => (await site.call(contract.getUser, {}, caller)).reply?.user

describe('the link of the activation mail', () => {
  test('points to the site, in a mail in the member’s language', async () => {
    const { member, token } = await buildUnconfirmed()
    expect(await askedMails(site.context, member.email)).toMatchObject([
      {
        template: 'activation',
        language: 'fr',
        site: { name: 'Rendezvous', url: 'http://localhost:4500', supportEmail: 'support@rendezvous.example' },
        props: { name: '', url: expect.stringMatching(/^http:\/\/localhost:4500\/[\w-]{43}$/), freeMessages: 3 },
      },
    ])
    expect((await open(token)).status).toBe(200)
  })

  test('confirms the account, starts a session and grants the free credits once', async () => {
    const { member, token } = await buildUnconfirmed()
    const { status, reply, headers } = await open(token)
    expect({ status, reply }).toEqual({ status: 200, reply: { purpose: 'activation', resetToken: null } })
    const session = sent(sessionCookie(headers))
    expect(await userOf(session)).toMatchObject({ email: member.email, status: 'active', credits: 6 })
    await open(await mailLink(member))
    expect((await userOf(session))?.credits).toBe(6)
    await site.context.events.drain()
    expect(confirmed.filter((userId) => userId === member.userId)).toHaveLength(1)
  })

  test('notifies the member’s other devices', async () => {
    const { member, token } = await buildUnconfirmed()
    const send = vi.spyOn(site.context.realtime, 'send')
    await open(token)
    await site.context.events.drain()
    expect(send).toHaveBeenCalledWith(member.userId, { type: 'user.changed' })
    send.mockRestore()
  })

  test('is no error a second time, and starts no session', async () => {
    const { member, token } = await buildUnconfirmed()
    await open(token)
    const again = await open(token)
    expect(again).toMatchObject({ status: 200, reply: { purpose: 'activation' } })
    expect(sessionCookie(again.headers)).toBe('')
    expect(await open(token, member)).toMatchObject({ status: 200 })
  })

  test('confirms once and starts one session when opened ten times at once', async () => {
    const { member, token } = await buildUnconfirmed()
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(answers.filter(({ headers }) => sessionCookie(headers))).toHaveLength(1)
    expect((await userOf(member))?.credits).toBe(6)
  })

  test('grants the free credits once to each mailbox, and its mail promises no others', async () => {
    const credits: (number | undefined)[] = []
    const promised: unknown[] = []
    for (const email of ['free.one@gmail.com', 'freeone+two@googlemail.com', 'free.one+two@example.com']) {
      const member = await buildMember(site.context, { isConfirmed: false, email })
      await open(await mailLink(member))
      credits.push((await userOf(member))?.credits)
      for (const { props } of await askedMails(site.context, email)) promised.push(props)
    }
    expect(credits).toEqual([6, 0, 6])
    expect(promised).toMatchObject([{ freeMessages: 3 }, { freeMessages: 0 }, { freeMessages: 3 }])
  })

  test('of an earlier mail starts no session once the account is confirmed', async () => {
    const { member, token } = await buildUnconfirmed()
    await open(await mailLink(member))
    const answer = await open(token)
    expect(answer).toMatchObject({ status: 200, reply: { purpose: 'activation' } })
    expect(sessionCookie(answer.headers)).toBe('')
  })

  test('starts no session in a browser that is logged in', async () => {
    const { member, token } = await buildUnconfirmed()
    const { headers } = await open(token, member)
    expect(sessionCookie(headers)).toBe('')
    expect(await userOf(member)).toMatchObject({ status: 'active' })
  })

  test('is rejected when it is unknown or expired, or its account is deleted', async () => {
    const rejected = { status: 410, error: { code: 'accounts.link_invalid' } }
    expect(await open('a'.repeat(43))).toMatchObject(rejected)
    const { member, token } = await buildUnconfirmed()
    const { db } = site.context
    await db.updateTable('users').set({ deletedAt: site.clock.now() }).where('id', '=', member.userId).execute()
    expect(await open(token)).toMatchObject(rejected)
    await db.updateTable('users').set({ deletedAt: null }).where('id', '=', member.userId).execute()
    await db
      .updateTable('oneTimeLinks')
      .set({ expiresAt: site.clock.now() })
      .where('userId', '=', member.userId)
      .execute()
    expect(await open(token)).toMatchObject(rejected)
    expect(await userOf(member)).toMatchObject({ status: 'not_confirmed' })
  })

  test('is rejected when a page of another site opens it', async () => {
    const { token } = await buildUnconfirmed()
    const { error } = await open(token, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(error?.code).toBe('request.forbidden_origin')
  })

  test('is stored as a hash only', async () => {
    const { token } = await buildUnconfirmed()
    const { rows } = await site.context.database.pool.query('select one_time_links::text as text from one_time_links')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('sending the mail', () => {
  const linksOf = async ({ userId }: Member) =>
    site.context.db.selectFrom('oneTimeLinks').select('tokenHash').where('userId', '=', userId).execute()

  async function request(member: Member) {
    await site.context.transaction((tx) => sendActivation(site.context, tx, member))
  }

  test('creates the link; the queue contains neither the link nor the address', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    await request(member)
    expect(await linksOf(member)).toEqual([])
    const { rows } = await site.context.database.pool.query('select jobs::text as text from graphile_worker.jobs')
    expect(JSON.stringify(rows)).not.toContain(member.email)
    const token = await activationToken(site.context, member.email)
    expect(await linksOf(member)).toEqual([{ tokenHash: hashToken(token) }])
  })

  test('again after a failed attempt leaves the link of the first attempt valid', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    await request(member)
    const first = await activationToken(site.context, member.email)
    const second = await activationToken(site.context, member.email)
    expect(second).not.toBe(first)
    expect((await open(first)).status).toBe(200)
  })

  test('does nothing when the account is gone or not active', async () => {
    const { context, clock } = site
    const gone = await buildMember(context, { isConfirmed: false })
    const disabled = await buildMember(context, { isConfirmed: false })
    await context.db.deleteFrom('users').where('id', '=', gone.userId).execute()
    await context.db.updateTable('users').set({ disabledAt: clock.now() }).where('id', '=', disabled.userId).execute()
    for (const { userId } of [gone, disabled])
      expect(await context.mail.build({ template: 'activation', userId })).toBeNull()
    expect(await linksOf(disabled)).toEqual([])
  })
})

describe('requesting the mail again', () => {
  const resend = (caller: Parameters<TestApp['call']>[2]) => site.call(contract.resendActivation, {}, caller)

  test('sends another mail; the earlier link stays valid', async () => {
    const { member, token } = await buildUnconfirmed()
    expect((await resend(member)).reply).toEqual({ email: member.email })
    expect(await askedMails(site.context, member.email)).toHaveLength(2)
    expect((await open(token)).status).toBe(200)
  })

  test('sends nothing to a confirmed member', async () => {
    const member = await buildMember(site.context)
    expect((await resend(member)).reply).toEqual({ email: member.email })
    expect(await askedMails(site.context, member.email)).toEqual([])
  })

  test('is rejected after five mails in one day, also when requested at once', async () => {
    const { member } = await buildUnconfirmed()
    const answers = await Promise.all(Array.from({ length: 8 }, () => resend(member)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(answers.find(({ error }) => error)?.error?.code).toBe('accounts.mail_limit')
    expect(await askedMails(site.context, member.email)).toHaveLength(5)
    site.clock.advance(DAY)
    expect((await resend(member)).status).toBe(200)
  })

  test('requires a session', async () => {
    expect((await resend({})).error?.code).toBe('authentication_required')
  })
})
