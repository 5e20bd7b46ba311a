import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { changePassword } from '#contract/accounts/security-calls.ts'
import { ACTIVATION_MAILS_PER_DAY, MAIL_CHANGE_UNDO_DAYS, MAIL_CHANGES_PER_DAY } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sent, sessionCookie } from '#tests/support/site/cookies.ts'
import { linkToken, mailsAbout } from '#tests/support/mails.ts'
import { clearEnded } from '#server/features/accounts/jobs.ts'
import { sendActivation } from './activation.ts'
import { createAccount } from '#server/features/accounts/service.ts'

// The mistyped address of a new account is corrected (ACC-24).

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({
    environment: { PUBLIC_URL: 'http://localhost:4500', TRUST_PROXY: 'true', LOG_LEVEL: 'silent' },
  })
})
afterAll(() => site.close())

let made = 0
const newEmail = () => `right-${(made += 1)}@example.com`

/** A member at a network address of its own, because the calls of one address are limited. */
const caller = ({ cookie }: Member) => ({ cookie, headers: { 'x-forwarded-for': `10.2.0.${(made += 1)}` } })

const build = () => buildMember(site.context, { isConfirmed: false })
const correct = (member: Member, email: string, password?: string) =>
  site.call(contract.correctEmail, { body: { email, ...(password && { password }) } }, caller(member))
const open = (token: string) => site.call(contract.openLink, { params: { token } })
const userOf = async (member: Member) => (await site.call(contract.getUser, {}, member)).reply?.user ?? null
const token = ({ userId }: Member, template: 'mailChange' | 'activation') =>
  linkToken(site.context, { userId, template })
const rejected = { status: 410, error: { code: 'accounts.link_invalid' } }
const activate = (member: Member) => site.context.transaction((tx) => sendActivation(site.context, tx, member))
const templatesAbout = async (member: Member) =>
  (await mailsAbout(site.context, member)).map(({ template }) => template)

test('mails a link to the right address, which confirms the account; no notice and no password', async () => {
  const member = await build()
  await activate(member)
  const wrong = await token(member, 'activation')
  const email = newEmail()
  expect(await correct(member, email)).toMatchObject({ status: 200, reply: { email } })
  expect(await open(wrong)).toMatchObject(rejected)
  const answer = await open(await token(member, 'mailChange'))
  expect(sessionCookie(answer.headers)).not.toBe('')
  expect(await userOf(member)).toMatchObject({ email, status: 'active', credits: 6 })
  expect(await templatesAbout(member)).not.toContain('mailChangeNotice')
})

test('requests further mails to the right address', async () => {
  const member = await build()
  const email = newEmail()
  await correct(member, email)
  expect((await site.call(contract.resendActivation, {}, member)).reply).toEqual({ email })
  const mails = await mailsAbout(site.context, member)
  expect(mails.map(({ to }) => to)).toEqual([email, email])
})

test('is taken back by the first address: the link to the other one ends, and the activation comes again', async () => {
  const member = await build()
  await activate(member)
  const mistaken = newEmail()
  await correct(member, mistaken)
  const wrong = await token(member, 'mailChange')
  const email = member.email.toUpperCase()
  expect(await correct(member, email)).toMatchObject({ status: 200, reply: { email } })
  expect(await open(wrong)).toMatchObject(rejected)
  // Sent again, the mail goes to the first address too.
  expect((await site.call(contract.resendActivation, {}, member)).reply).toEqual({ email })
  const mails = await mailsAbout(site.context, member)
  expect(mails.map(({ template, to }) => [template, to])).toEqual([
    ['activation', email],
    ['activation', email],
    ['activation', email],
  ])
  await open(await token(member, 'activation'))
  expect(await userOf(member)).toMatchObject({ email, status: 'active' })
})

test('is taken back also when no more mails are sent that day', async () => {
  const member = await build()
  for (let nth = 0; nth < ACTIVATION_MAILS_PER_DAY; nth += 1) await activate(member)
  await correct(member, newEmail())
  const wrong = await token(member, 'mailChange')
  expect((await correct(member, member.email)).error?.code).toBe('accounts.mail_limit')
  expect(await open(wrong)).toMatchObject(rejected)
})

test('needs the password a day later, and when the account is confirmed', async () => {
  const [member, confirmed] = [await build(), await buildMember(site.context)]
  const required = { status: 422, error: { fields: { password: { code: 'accounts.password_required' } } } }
  expect(await correct(confirmed, newEmail())).toMatchObject(required)
  site.clock.advance(DAY)
  expect(await correct(member, newEmail())).toMatchObject(required)
  expect((await correct(member, newEmail(), 'wrong')).error?.code).toBe('accounts.password_wrong')
  expect((await correct(member, newEmail(), member.password)).status).toBe(200)
})

test('is limited, also when requested at once', async () => {
  const member = await build()
  const requests = Array.from({ length: MAIL_CHANGES_PER_DAY + 3 }, () => correct(member, newEmail()))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAIL_CHANGES_PER_DAY)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})

test('rejects an address with an account', async () => {
  const [member, other] = [await build(), await buildMember(site.context)]
  expect((await correct(member, other.email)).error?.code).toBe('accounts.email_taken')
})

test('ends the activation mail that still waits for the mail server, so that no link reaches the wrong address', async () => {
  const member = await build()
  await activate(member)
  await correct(member, newEmail())
  expect(await templatesAbout(member)).toEqual(['mailChange'])
})

const requestReset = ({ email }: Member) =>
  site.call(contract.requestReset, { body: { email } }, { headers: randomAddress() })

describe('the owner of the wrong address does not get into the account', () => {
  const password = 'seven purple tandems'
  function reset(link: string) {
    const body = { token: link, password, repeat: password }
    return site.call(contract.resetPassword, { body }, { headers: randomAddress() })
  }

  test('by a link for another password, mailed before the correction or requested after it', async () => {
    const member = await build()
    await requestReset(member)
    const earlier = await linkToken(site.context, { userId: member.userId, template: 'passwordReset' })
    await correct(member, newEmail())
    expect(await reset(earlier)).toMatchObject(rejected)
    expect((await requestReset(member)).status).toBe(200)
    expect(await templatesAbout(member)).toEqual(['mailChange'])
    // Taken back, the address is that of the account again.
    await correct(member, member.email)
    await requestReset(member)
    const link = await linkToken(site.context, { userId: member.userId, template: 'passwordReset' })
    expect((await reset(link)).reply?.user).toMatchObject({ email: member.email, status: 'active' })
  })

  test('by such a link after the days for which other changes of the address are stored', async () => {
    const member = await build()
    await correct(member, newEmail())
    site.clock.advance((MAIL_CHANGE_UNDO_DAYS + 2) * DAY)
    await site.context.jobs.enqueue(site.context.db, clearEnded, {})
    await site.context.jobs.runDue()
    expect((await requestReset(member)).status).toBe(200)
    expect(await templatesAbout(member)).not.toContain('passwordReset')
  })

  test('by the link that restores a deleted account', async () => {
    const member = await build()
    await correct(member, newEmail())
    const body = { password: member.password, reason: null, remarks: '' }
    expect((await site.call(contract.deleteAccount, { body }, caller(member))).status).toBe(200)
    expect(await templatesAbout(member)).toEqual([])
  })

  test('of a confirmed account nothing is held back by a change that waits', async () => {
    const member = await buildMember(site.context)
    const body = { email: newEmail(), password: member.password }
    expect((await site.call(contract.changeEmail, { body }, caller(member))).status).toBe(200)
    await requestReset(member)
    expect(await templatesAbout(member)).toContain('passwordReset')
  })
})

describe('a change of the password', () => {
  const good = 'mauve-tractor-lanterns'
  const change = (member: Member) =>
    site.call(changePassword, { body: { old: member.password, new: good, repeat: good } }, caller(member))

  test('leaves a correction that its session has requested: the wrong address still gets no link', async () => {
    const member = await build()
    const email = newEmail()
    await correct(member, email)
    const right = await token(member, 'mailChange')
    expect((await change(member)).status).toBe(200)
    expect(await userOf(member)).toMatchObject({ pending_email: email })
    await requestReset(member)
    expect(await templatesAbout(member)).not.toContain('passwordReset')
    expect((await open(right)).status).toBe(200)
    expect(await userOf(member)).toMatchObject({ email, status: 'active' })
  })

  test('withdraws one that another session has requested, whose user may know the old password only', async () => {
    const member = await build()
    const { email, password } = member
    const answer = await site.call(contract.logIn, { body: { email, password } }, { headers: randomAddress() })
    const theirs = { ...member, ...sent(sessionCookie(answer.headers)) }
    await correct(theirs, newEmail())
    const link = await token(member, 'mailChange')
    expect((await change(member)).status).toBe(200)
    expect(await open(link)).toMatchObject(rejected)
    expect(await userOf(member)).toMatchObject({ email, pending_email: null, status: 'not_confirmed' })
    expect(await userOf(theirs)).toBeNull()
  })
})

test('leaves the wrong address to its owner, who can sign up with it', async () => {
  const member = await build()
  await correct(member, newEmail())
  await open(await token(member, 'mailChange'))
  const { context } = site
  const owner = { siteId: 1, email: member.email, passwordHash: 'none', language: 'en' } as const
  expect(await context.transaction((tx) => createAccount(context, tx, owner))).toEqual(expect.any(Number))
})
