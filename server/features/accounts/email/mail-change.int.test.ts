import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { MAIL_CHANGE_LINK_HOURS, MAIL_CHANGES_PER_DAY, MAIL_CHANGE_UNDO_DAYS } from '#contract/limits.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { hashToken, newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sessionCookie } from '#tests/support/site/cookies.ts'
import type { Caller } from '#tests/support/site/encode-call.ts'
import { linkToken, mailsAbout } from '#tests/support/mails.ts'
import { clearEnded } from '#server/features/accounts/jobs.ts'
import { memberPasskeys } from '#server/features/accounts/second-factor/member-passkey-queries.ts'
import {
  confirmSecret,
  findSecondFactor,
  insertSecret,
} from '#server/features/accounts/second-factor/second-factor-queries.ts'
import { createAccount, startSession } from '#server/features/accounts/service.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({
    environment: { PUBLIC_URL: 'http://localhost:4500', TRUST_PROXY: 'true', LOG_LEVEL: 'silent' },
  })
})
afterAll(() => site.close())

let made = 0
const newEmail = () => `new-${(made += 1)}@example.com`

function caller(input: Caller = {}): Caller {
  made += 1
  return { ...input, headers: { 'x-forwarded-for': `10.1.${made >> 8}.${made & 255}`, ...input.headers } }
}

const change = (member: Member, email: string, password = member.password) =>
  site.call(contract.changeEmail, { body: { email, password } }, caller(member))
const open = (token: string, from: Caller = {}) => site.call(contract.openLink, { params: { token } }, caller(from))
const userOf = async (from: Caller) => (await site.call(contract.getUser, {}, from)).reply?.user ?? null
const token = ({ userId }: Member, template: 'mailChange' | 'mailChangeNotice') =>
  linkToken(site.context, { userId, template })
async function emailOf({ userId }: Member) {
  const users = site.context.db.selectFrom('users').select('email')
  return (await users.where('id', '=', userId).executeTakeFirstOrThrow()).email
}
function addPasskey({ userId }: Member, name: string) {
  const at = {
    createdAt: site.clock.now(),
    rpId: 'localhost',
    transports: [],
    counter: 0,
    publicKey: Buffer.from('key'),
  }
  return site.context.transaction((tx) =>
    memberPasskeys.insert(tx, { ...at, credentialId: newPublicId(), ownerId: userId, name }),
  )
}
const rejected = { status: 410, error: { code: 'accounts.link_invalid' } }

function signUpWith(email: string) {
  const { context } = site
  return context.transaction((tx) =>
    createAccount(context, tx, { siteId: 1, email, passwordHash: 'none', language: 'en' }),
  )
}

describe('requesting a change', () => {
  test('mails a link to the new address and a notice to the old one; nothing changes yet', async () => {
    const member = await buildMember(site.context, { language: 'fr' })
    const email = newEmail()
    expect(await change(member, ` ${email} `)).toMatchObject({ status: 200, reply: { email } })
    expect(await mailsAbout(site.context, member)).toMatchObject([
      { template: 'mailChange', to: email, language: 'fr' },
      { template: 'mailChangeNotice', to: member.email, language: 'fr', props: { newEmail: email } },
    ])
    expect(await userOf(member)).toMatchObject({ email: member.email, pending_email: email })
  })

  test.each([
    ['no address', 'accounts.new_email_invalid'],
    ['', 'accounts.new_email_invalid'],
    ['<b>x</b>@example.com', 'accounts.new_email_invalid'],
    ['a\u202e@example.com', 'accounts.new_email_invalid'],
    ['a\0@example.com', 'accounts.new_email_invalid'],
    [`${'x'.repeat(250)}@example.com`, 'accounts.new_email_invalid'],
  ])('rejects %j at its field', async (email, code) => {
    const member = await buildMember(site.context)
    const { status, error } = await change(member, email)
    expect({ status, code: error?.fields?.['email']?.code }).toEqual({ status: 422, code })
    expect(await mailsAbout(site.context, member)).toEqual([])
  })

  test('rejects an address with an account, whatever its case, and the own one', async () => {
    const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
    for (const email of [other.email.toUpperCase(), member.email]) {
      const { status, error } = await change(member, email)
      expect({ status, code: error?.fields?.['email']?.code }).toEqual({ status: 409, code: 'accounts.email_taken' })
    }
  })

  test('rejects a wrong password, and locks after five like the log-in', async () => {
    const member = await buildMember(site.context)
    const answers = []
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await change(member, newEmail(), 'wrong'))
    expect(answers[0]).toMatchObject({
      status: 422,
      error: { fields: { password: { code: 'accounts.password_wrong' } } },
    })
    expect(answers[5]?.error?.code).toBe('accounts.login_locked')
    expect(await mailsAbout(site.context, member)).not.toContainEqual(
      expect.objectContaining({ template: 'mailChange' }),
    )
  })

  test('is limited per day, and names the time to wait', async () => {
    const member = await buildMember(site.context)
    for (let time = 0; time < MAIL_CHANGES_PER_DAY; time += 1)
      expect((await change(member, newEmail())).status).toBe(200)
    site.clock.advance(HOUR)
    const { status, error } = await change(member, newEmail())
    expect({ status, code: error?.code, hours: error?.params?.['hours'] }).toEqual({
      status: 429,
      code: 'accounts.mail_limit',
      hours: 23,
    })
    site.clock.advance(DAY)
    expect((await change(member, newEmail())).status).toBe(200)
  })

  test('requires a session', async () => {
    const { error } = await site.call(contract.changeEmail, { body: { email: newEmail(), password: 'x' } }, caller())
    expect(error?.code).toBe('authentication_required')
  })
})

describe('the link to the new address', () => {
  test('changes the address, and logs out all other browsers', async () => {
    const member = await buildMember(site.context)
    const [other, elsewhere] = [
      await startSession(site.context, site.context.db, member.userId),
      await startSession(site.context, site.context.db, member.userId),
    ]
    const email = newEmail()
    await change(member, email)
    const close = vi.spyOn(site.context.realtime, 'closeSession')
    const answer = await open(await token(member, 'mailChange'), { cookie: `session=${elsewhere}` })
    expect(answer).toMatchObject({ status: 200, reply: { purpose: 'mail_change', resetToken: null } })
    await site.context.events.drain()
    expect(close.mock.calls).toEqual([[hashToken(other)]])
    close.mockRestore()
    expect(await userOf(member)).toMatchObject({ email, pending_email: null })
    expect(await userOf({ cookie: `session=${elsewhere}` })).toMatchObject({ email })
    expect(await userOf({ cookie: `session=${other}` })).toBeNull()
    const logIn = await site.call(contract.logIn, { body: { email, password: member.password } }, caller())
    expect(logIn.status).toBe(200)
  })

  test('starts no session in a browser without one', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    expect(sessionCookie((await open(await token(member, 'mailChange'))).headers)).toBe('')
  })

  test('works once, for exactly one of ten who open it at once', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const link = await token(member, 'mailChange')
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(link)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(9)
  })

  test('is withdrawn by a later request', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const first = await token(member, 'mailChange')
    const email = newEmail()
    await change(member, email)
    expect(await open(first)).toMatchObject(rejected)
    expect((await open(await token(member, 'mailChange'))).status).toBe(200)
    expect(await userOf(member)).toMatchObject({ email })
  })

  test('ends the links for another password that were mailed to the old one', async () => {
    const member = await buildMember(site.context)
    await site.call(contract.requestReset, { body: { email: member.email } }, caller())
    const reset = await linkToken(site.context, { userId: member.userId, template: 'passwordReset' })
    await change(member, newEmail())
    expect((await open(await token(member, 'mailChange'))).status).toBe(200)
    const password = 'seven purple tandems'
    const body = { token: reset, password, repeat: password }
    expect(await site.call(contract.resetPassword, { body }, caller())).toMatchObject(rejected)
  })

  test('changes nothing when the address was another member’s meanwhile, who can undo its change', async () => {
    const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
    const email = newEmail()
    await change(member, email)
    const link = await token(member, 'mailChange')
    for (const each of [email, newEmail()]) {
      await change(other, each)
      await open(await token(other, 'mailChange'))
    }
    expect((await open(link)).error?.code).toBe('accounts.email_taken')
    expect(await emailOf(member)).toBe(member.email)
  })

  test('expires', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const link = await token(member, 'mailChange')
    site.clock.advance(MAIL_CHANGE_LINK_HOURS * HOUR)
    expect(await open(link)).toMatchObject({ ...rejected, error: { params: { purpose: 'mail_change' } } })
    expect(await userOf(member)).toMatchObject({ email: member.email })
  })

  test('changes nothing when the address has an account by now; a parallel sign-up and the link never both get it', async () => {
    for (let time = 0; time < 5; time += 1) {
      const member = await buildMember(site.context)
      const email = newEmail()
      await change(member, email)
      const link = await token(member, 'mailChange')
      const [signUp, opened] = await Promise.allSettled([signUpWith(email), open(link)])
      const isChanged = opened.status === 'fulfilled' && opened.value.status === 200
      expect(isChanged).toBe(signUp.status === 'rejected')
      const code = opened.status === 'fulfilled' ? opened.value.error?.code : 'none'
      expect(code ?? 'changed').toBe(isChanged ? 'changed' : 'accounts.email_taken')
      expect(await userOf(member)).toMatchObject({ email: isChanged ? email : member.email })
    }
  })
})

describe('the link to the old address', () => {
  test('restores it, logs everyone out, ends the old password and leads to another one', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const undo = await token(member, 'mailChangeNotice')
    await open(await token(member, 'mailChange'))
    const answer = await open(undo)
    expect(answer).toMatchObject({ status: 200, reply: { purpose: 'mail_change_undo' } })
    expect(await userOf(member)).toBeNull()
    const old = await site.call(contract.logIn, { body: { email: member.email, password: member.password } }, caller())
    expect(old.status).toBe(401)
    const password = 'seven purple tandems'
    const body = { token: answer.reply?.resetToken ?? '', password, repeat: password }
    const reset = await site.call(contract.resetPassword, { body }, caller())
    expect(reset.reply?.user).toMatchObject({ email: member.email, pending_email: null })
    expect(await open(undo)).toMatchObject(rejected)
  })

  test('stops a change that is not completed', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const [undo, link] = [await token(member, 'mailChangeNotice'), await token(member, 'mailChange')]
    expect((await open(undo)).status).toBe(200)
    expect(await open(link)).toMatchObject(rejected)
  })

  test('undoes later changes too, whose own links to undo them end', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const first = await token(member, 'mailChangeNotice')
    await open(await token(member, 'mailChange'))
    site.clock.advance(HOUR)
    await change(member, newEmail())
    const second = await token(member, 'mailChangeNotice')
    await open(await token(member, 'mailChange'))
    expect((await open(first)).status).toBe(200)
    expect(await open(second)).toMatchObject(rejected)
    // One that waits for the mail server would have another link.
    const notices = (await mailsAbout(site.context, member)).filter(({ template }) => template === 'mailChangeNotice')
    expect(notices).toEqual([])
    expect(await emailOf(member)).toBe(member.email)
  })

  test('of a request that was withdrawn by a later one also undoes the later one', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const first = await token(member, 'mailChangeNotice')
    site.clock.advance(HOUR)
    await change(member, newEmail())
    await open(await token(member, 'mailChange'))
    expect((await open(first)).status).toBe(200)
    expect(await emailOf(member)).toBe(member.email)
  })

  test('also restores an account that was deleted after the change', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const undo = await token(member, 'mailChangeNotice')
    await open(await token(member, 'mailChange'))
    const form = { reason: null, remarks: '', password: member.password }
    expect((await site.call(contract.deleteAccount, { body: form }, caller(member))).status).toBe(200)
    const restore = await linkToken(site.context, { userId: member.userId, template: 'deletion' })
    const { reply } = await open(undo)
    expect(await emailOf(member)).toBe(member.email)
    expect(await open(restore)).toMatchObject(rejected)
    const password = 'seven purple tandems'
    const body = { token: reply?.resetToken ?? '', password, repeat: password }
    expect((await site.call(contract.resetPassword, { body }, caller())).status).toBe(200)
    const logIn = await site.call(contract.logIn, { body: { email: member.email, password } }, caller())
    expect(logIn.status).toBe(200)
  })

  test('also ends a passkey and codes that were added since; earlier passkeys stay', async () => {
    const { db } = site.context
    const member = await buildMember(site.context)
    await addPasskey(member, 'of the owner')
    site.clock.advance(HOUR)
    await change(member, newEmail())
    await addPasskey(member, 'of the other person')
    await site.context.transaction(async (tx) => {
      await insertSecret(tx, { userId: member.userId, secret: Buffer.from('secret'), createdAt: site.clock.now() })
      await confirmSecret(tx, { userId: member.userId, at: site.clock.now() })
    })
    expect((await open(await token(member, 'mailChangeNotice'))).status).toBe(200)
    expect(await memberPasskeys.findAll(db, member.userId)).toMatchObject([{ name: 'of the owner' }])
    expect(await findSecondFactor(db, member.userId)).toBeUndefined()
  })

  test('keeps the address free of sign-ups as long as it works, then both end', async () => {
    const member = await buildMember(site.context)
    await change(member, newEmail())
    const undo = await token(member, 'mailChangeNotice')
    await open(await token(member, 'mailChange'))
    await expect(signUpWith(member.email)).rejects.toMatchObject({ code: 'accounts.email_taken' })
    site.clock.advance((MAIL_CHANGE_UNDO_DAYS + 1) * DAY)
    expect(await open(undo)).toMatchObject(rejected)
    await site.context.jobs.enqueue(site.context.db, clearEnded, {})
    await site.context.jobs.runDue()
    expect(await signUpWith(member.email)).toEqual(expect.any(Number))
  })
})
