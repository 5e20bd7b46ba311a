import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeEmail, getUser, logIn, openLink } from '#contract/accounts/calls.ts'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { LOGIN_FAILURES_BEFORE_LOCK, SESSION_USE_MS } from '#contract/limits.ts'
import * as contract from '#contract/accounts/security-calls.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { deviceCookie, sent, sessionCookie } from '#tests/support/site/cookies.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { askedMails, linkToken } from '#tests/support/mails.ts'
import { openSocket } from '#tests/support/socket.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  await site.app.listen({ port: 0 })
})
afterAll(() => site.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

let addresses = 0
const newAddress = () => `10.3.${Math.floor((addresses += 1) / 200)}.${addresses % 200}`
const from = (caller: { cookie?: string } = {}) => ({
  ...(caller.cookie && { cookie: caller.cookie }),
  headers: { 'x-forwarded-for': newAddress(), 'user-agent': firefox },
})

/** Logs a member in on another device. */
async function enter({ email, password }: Pick<Member, 'email' | 'password'>, caller: { cookie?: string } = {}) {
  const answer = await site.call(logIn, { body: { email, password } }, from(caller))
  return { ...answer, session: sent(sessionCookie(answer.headers)), device: sent(deviceCookie(answer.headers)) }
}

const sessionsOf = async (caller: { cookie: string }) =>
  (await site.call(contract.getSecurity, {}, from(caller))).reply?.sessions ?? []
const isLoggedIn = async (caller: { cookie: string }) =>
  (await site.call(getUser, {}, from(caller))).reply?.user !== null
const templatesTo = async ({ email }: Member) => (await askedMails(site.context, email)).map(({ template }) => template)

describe('the list of sessions', () => {
  test('has device, start and last use of each, and marks the one that asks', async () => {
    const member = await buildMember(site.context)
    const startedAt = site.clock.now().toISOString()
    const { session } = await enter(member)
    site.clock.advance(SESSION_USE_MS + SECOND)
    const listed = await sessionsOf(session)
    expect(listed).toEqual([
      {
        id: expect.any(String),
        browser: 'Firefox',
        system: 'Windows',
        startedAt,
        lastUsedAt: site.clock.now().toISOString(),
        isCurrent: true,
      },
      { id: expect.any(String), browser: null, system: null, startedAt, lastUsedAt: startedAt, isCurrent: false },
    ])
    const text = JSON.stringify(await site.context.db.selectFrom('sessions').selectAll().execute())
    expect(text).not.toMatch(/10\.3\.|Gecko/)
  })

  test('stores the last use once within some minutes', async () => {
    const member = await buildMember(site.context)
    site.clock.advance(SESSION_USE_MS - SECOND)
    const [before] = await sessionsOf(member)
    expect(before?.lastUsedAt).toBe(before?.startedAt)
  })
})

describe('ending sessions', () => {
  test('one: its sockets close at once, the others stay', async () => {
    const member = await buildMember(site.context)
    const { session } = await enter(member)
    const [socket, own] = [await openSocket(site, session), await openSocket(site, member)]
    const other = (await sessionsOf(member)).find(({ isCurrent }) => !isCurrent)
    const input = { params: { sessionId: other?.id ?? '' } }
    expect((await site.call(contract.endSession, input, from(member))).status).toBe(200)
    expect(await socket.closed).toBe(closeCodes.sessionEnded)
    expect([await isLoggedIn(session), await isLoggedIn(member)]).toEqual([false, true])
    expect((await site.call(contract.endSession, input, from(member))).error?.code).toBe('request.not_found')
    own.close()
  })

  test('all others: this one stays, and so do those of other members', async () => {
    const [member, stranger] = [await buildMember(site.context), await buildMember(site.context)]
    const others = [await enter(member), await enter(member)]
    const sockets = await Promise.all(others.map(({ session }) => openSocket(site, session)))
    const { reply } = await site.call(contract.endOtherSessions, {}, from(member))
    expect(reply).toEqual({ ended: 2 })
    for (const socket of sockets) expect(await socket.closed).toBe(closeCodes.sessionEnded)
    expect([await isLoggedIn(member), await isLoggedIn(stranger)]).toEqual([true, true])
    expect(await sessionsOf(member)).toHaveLength(1)
  })
})

describe('changing the password', () => {
  const change = (member: { cookie: string }, form: { old: string; new: string; repeat?: string }) =>
    site.call(contract.changePassword, { body: { repeat: form.new, ...form } }, from(member))
  const good = 'mauve-tractor-lanterns'

  test('ends all other sessions with their sockets, and mails the member', async () => {
    const member = await buildMember(site.context)
    const { session } = await enter(member)
    const socket = await openSocket(site, session)
    const { reply } = await change(member, { old: member.password, new: good })
    expect(reply).toEqual({ endedSessions: 1 })
    expect(await socket.closed).toBe(closeCodes.sessionEnded)
    expect([await isLoggedIn(session), await isLoggedIn(member)]).toEqual([false, true])
    expect((await enter(member)).error?.code).toBe('accounts.login_failed')
    expect((await enter({ ...member, password: good })).status).toBe(200)
    const mails = await askedMails(site.context, member.email)
    expect(mails.find(({ template }) => template === 'passwordChanged')).toMatchObject({
      props: { name: member.name, browser: 'Firefox', system: 'Windows', at: site.clock.now().toISOString() },
    })
  })

  test.each([
    ['a wrong old password', { old: 'wrong', new: good }, 'old', 'accounts.old_password_wrong'],
    ['a different repetition', { old: 'x', new: good, repeat: `${good}s` }, 'repeat', 'accounts.passwords_differ'],
    ['a short password', { old: 'x', new: 'short' }, 'new', 'accounts.password_too_short'],
    [
      'a guessable password',
      { old: 'a fine long password', new: 'password1234' },
      'new',
      'accounts.password_too_common',
    ],
  ])('rejects %s at its field', async (_, form, field, code) => {
    const member = await buildMember(site.context)
    const { session } = await enter(member)
    const { error } = await change(member, form)
    expect(error?.fields).toMatchObject({ [field]: { code } })
    expect(await isLoggedIn(session)).toBe(true)
    expect(await templatesTo(member)).not.toContain('passwordChanged')
  })

  test('rejects a password that contains the member’s name and address', async () => {
    const member = await buildMember(site.context, { name: 'Wilhelmina', email: 'wilhelmina.q@example.com' })
    const { error } = await change(member, { old: member.password, new: 'wilhelmina1' })
    expect(error?.code).toBe('accounts.password_too_common')
  })

  test('is locked after too many wrong old passwords', async () => {
    const member = await buildMember(site.context)
    const codes: unknown[] = []
    for (let attempt = 0; attempt < LOGIN_FAILURES_BEFORE_LOCK; attempt += 1)
      codes.push((await change(member, { old: `wrong ${attempt}`, new: good })).error?.code)
    expect(codes).toEqual([...Array<string>(4).fill('accounts.old_password_wrong'), 'accounts.login_locked'])
    expect((await change(member, { old: member.password, new: good })).error?.code).toBe('accounts.login_locked')
  })

  test('withdraws a change of the address and links to choose a password that were requested before', async () => {
    const member = await buildMember(site.context)
    await site.call(changeEmail, { body: { email: 'someone@example.com', password: member.password } }, from(member))
    await site.context.mail.send(site.context.db, { template: 'passwordReset', userId: member.userId })
    const tokens = [
      await linkToken(site.context, { ...member, template: 'mailChange' }),
      await linkToken(site.context, { ...member, template: 'passwordReset' }),
    ]
    expect((await change(member, { old: member.password, new: good })).status).toBe(200)
    for (const token of tokens)
      expect((await site.call(openLink, { params: { token } }, from())).error?.code).toBe('accounts.link_invalid')
    expect((await site.call(getUser, {}, from(member))).reply?.user).toMatchObject({ pending_email: null })
  })

  test('ends a log-in whose password was checked before, and so does a deletion', async () => {
    for (const changed of [{ passwordHash: 'another' }, { deletedAt: site.clock.now() }]) {
      const member = await buildMember(site.context)
      const { context } = site
      const login = await context.transaction(async (tx) => {
        await tx.updateTable('users').set(changed).where('id', '=', member.userId).execute()
        const waiting = enter(member)
        await waitForLock(context)
        return { waiting }
      })
      expect((await login.waiting).error?.code).toBe('accounts.login_failed')
    }
  })

  test('happens once for parallel requests with the same old password', async () => {
    const member = await buildMember(site.context)
    const forms = ['mauve-tractor-lanterns', 'orange-anvil-symphony', 'silver-kettle-mountain']
    const answers = await Promise.all(forms.map((form) => change(member, { old: member.password, new: form })))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect((await templatesTo(member)).filter((template) => template === 'passwordChanged')).toHaveLength(1)
  })
})

describe('the mail about a new device', () => {
  test('is sent for a device that is not known, and not for one that is', async () => {
    const member = await buildMember(site.context, { language: 'fr' })
    const { device } = await enter(member)
    const [mail] = await askedMails(site.context, member.email)
    expect(mail).toMatchObject({
      template: 'newDevice',
      language: 'fr',
      props: { browser: 'Firefox', system: 'Windows' },
    })
    await enter(member, device)
    expect(await templatesTo(member)).toEqual(['newDevice'])
    await enter(member)
    expect(await templatesTo(member)).toEqual(['newDevice', 'newDevice'])
  })

  test('does not depend on the session, which may have ended, and the queue contains no text of it', async () => {
    const member = await buildMember(site.context)
    await enter(member)
    await site.call(contract.endOtherSessions, {}, from(member))
    expect(await templatesTo(member)).toEqual(['newDevice'])
    const { rows } = await site.context.database.pool.query<{ payload: object }>(
      "select payload from graphile_worker._private_jobs where (payload->>'userId')::bigint = $1",
      [member.userId],
    )
    expect(Object.keys(rows[0]?.payload ?? {}).toSorted()).toEqual(['about', 'id', 'template', 'userId'])
    expect(JSON.stringify(rows)).not.toMatch(/Firefox|Windows|example\.com/)
  })
})
