import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, logIn as enterPassword } from '#contract/accounts/calls.ts'
import { LOGIN_FAILURES_BEFORE_LOCK, PASSKEY_CHALLENGE_MS, PASSKEYS_PER_MEMBER } from '#contract/limits.ts'
import * as contract from '#contract/accounts/security-calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { createAuthenticator } from '#tests/support/fakes/authenticator.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { deviceCookie, sent, sessionCookie } from '#tests/support/site/cookies.ts'
import { askedMails } from '#tests/support/mails.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://dates.example' } })
})
afterAll(() => site.close())

const place = { rpId: 'dates.example', origin: 'https://dates.example' }
const host = (name = 'dates.example') => ({ host: name })

let addresses = 0
const newAddress = () => `10.1.${Math.floor((addresses += 1) / 200)}.${addresses % 200}`
const from = (caller: { cookie?: string } = {}, name?: string) => ({
  ...(caller.cookie && { cookie: caller.cookie }),
  headers: { ...host(name), 'x-forwarded-for': newAddress() },
})

async function optionsFor(member: Member, password = member.password) {
  const { reply, error } = await site.call(contract.startPasskey, { body: { password } }, from(member))
  return { options: reply?.options ?? { challenge: '' }, error }
}

type Credential = ReturnType<ReturnType<typeof createAuthenticator>['create']>
const add = (member: Member, credential: Credential, name = 'My phone') =>
  site.call(contract.addPasskey, { body: { name, credential } }, from(member))

async function memberWithPasskey() {
  const member = await buildMember(site.context)
  const authenticator = createAuthenticator(place)
  const { options } = await optionsFor(member)
  const { reply } = await add(member, authenticator.create(options))
  return { member, authenticator, passkeyId: reply?.passkey.id ?? '' }
}

async function challenge(name?: string) {
  const { reply } = await site.call(contract.startPasskeyLogin, {}, from({}, name))
  return reply?.options ?? { challenge: '' }
}

type Used = ReturnType<ReturnType<typeof createAuthenticator>['use']>
const logIn = (credential: Used, caller: Parameters<typeof from>[0] = {}, name?: string) =>
  site.call(contract.logInWithPasskey, { body: { credential } }, from(caller, name))

describe('adding a passkey', () => {
  test('stores it for this host, lists it, and mails the member', async () => {
    const { member, passkeyId } = await memberWithPasskey()
    const { reply } = await site.call(contract.getSecurity, {}, from(member))
    expect(reply?.passkeys).toEqual([
      { id: passkeyId, name: 'My phone', createdAt: site.clock.now().toISOString(), lastUsedAt: null },
    ])
    const mails = await askedMails(site.context, member.email)
    expect(mails).toMatchObject([{ template: 'passkeyAdded', props: { url: expect.stringMatching(/#security$/) } }])
  })

  test('asks the browser for a verified user, and names the passkeys that exist', async () => {
    const { member } = await memberWithPasskey()
    const { options } = await optionsFor(member)
    expect(options).toMatchObject({
      rp: { id: 'dates.example' },
      user: { name: member.email, displayName: member.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key' }],
    })
    expect(JSON.stringify(options)).not.toContain(member.profileId)
  })

  test('needs the right password, which counts as a log-in', async () => {
    const member = await buildMember(site.context)
    const codes: unknown[] = []
    for (let attempt = 0; attempt < LOGIN_FAILURES_BEFORE_LOCK; attempt += 1)
      codes.push((await optionsFor(member, 'not the password')).error?.code)
    expect(codes).toEqual([...Array<string>(4).fill('accounts.password_wrong'), 'accounts.login_locked'])
    expect((await optionsFor(member)).error?.code).toBe('accounts.login_locked')
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
  ])('rejects an answer %s', async (_, changed) => {
    const member = await buildMember(site.context)
    const { options } = await optionsFor(member)
    const answer = await add(member, createAuthenticator(place).create(options, changed))
    expect(answer.error?.code).toBe('accounts.passkey_failed')
  })

  test('rejects a challenge that was used, is another member’s, is of a log-in, or has expired', async () => {
    const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
    const code = async (credential: Credential, caller = member) => (await add(caller, credential)).error?.code
    const { options } = await optionsFor(member)
    expect(await code(createAuthenticator(place).create(options))).toBeUndefined()
    expect(await code(createAuthenticator(place).create(options))).toBe('accounts.passkey_failed')
    const foreign = (await optionsFor(other)).options
    expect(await code(createAuthenticator(place).create(foreign))).toBe('accounts.passkey_failed')
    expect(await code(createAuthenticator(place).create(await challenge()))).toBe('accounts.passkey_failed')
    const late = (await optionsFor(member)).options
    site.clock.advance(PASSKEY_CHALLENGE_MS)
    expect(await code(createAuthenticator(place).create(late))).toBe('accounts.passkey_failed')
  })

  test('accepts one of two answers at once, and no authenticator twice', async () => {
    const member = await buildMember(site.context)
    const { options } = await optionsFor(member)
    const [first, second] = [createAuthenticator(place), createAuthenticator(place)]
    const answers = await Promise.all([first, second].map((each) => add(member, each.create(options))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    const remaining = answers[0]?.status === 200 ? first : second
    const again = await add(member, remaining.create((await optionsFor(member)).options))
    expect(again.error?.code).toBe('accounts.passkey_failed')
  })

  test('stops at the limit, also for parallel requests', async () => {
    const member = await buildMember(site.context)
    const rows = Array.from({ length: PASSKEYS_PER_MEMBER - 1 }, (_, n) => ({
      credentialId: `${member.userId}-${n}`,
      userId: member.userId,
      publicKey: Buffer.from('key'),
      counter: 0,
      transports: [],
      rpId: 'dates.example',
      name: 'Old',
      createdAt: site.clock.now(),
    }))
    await site.context.db.insertInto('passkeys').values(rows).execute()
    const challenges = await Promise.all([1, 2, 3].map(() => optionsFor(member)))
    const answers = await Promise.all(
      challenges.map(({ options }) => add(member, createAuthenticator(place).create(options))),
    )
    const codes = answers.map(({ error }) => error?.code ?? 'ok')
    expect(codes.toSorted()).toEqual(['accounts.passkey_limit', 'accounts.passkey_limit', 'ok'])
  })
})

describe('logging in with a passkey', () => {
  test('starts a session without a code, makes the device known, and mails the member about a new one', async () => {
    const { member, authenticator } = await memberWithPasskey()
    await site.context.db
      .insertInto('secondFactors')
      .values({
        userId: member.userId,
        secret: Buffer.from('not used'),
        createdAt: site.clock.now(),
        confirmedAt: site.clock.now(),
      })
      .execute()
    const answer = await logIn(authenticator.use(await challenge()))
    expect(answer.reply?.user.email).toBe(member.email)
    const cookie = sent(sessionCookie(answer.headers))
    expect((await site.call(getUser, {}, cookie)).reply?.user?.email).toBe(member.email)
    const templates = async () => (await askedMails(site.context, member.email)).map(({ template }) => template)
    expect(await templates()).toEqual(['passkeyAdded', 'newDevice'])
    const device = sent(deviceCookie(answer.headers))
    expect((await logIn(authenticator.use(await challenge()), device)).status).toBe(200)
    expect(await templates()).toEqual(['passkeyAdded', 'newDevice'])
  })

  test('works once per challenge, also for parallel requests', async () => {
    const { authenticator } = await memberWithPasskey()
    const credential = authenticator.use(await challenge())
    const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(credential)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['without a verified user', { isVerified: false }],
    ['whose count of uses does not grow', { step: 0 }],
  ])('rejects an answer %s', async (_, changed) => {
    const { authenticator } = await memberWithPasskey()
    expect((await logIn(authenticator.use(await challenge()))).status).toBe(200)
    const answer = await logIn(authenticator.use(await challenge(), changed))
    expect(answer.error?.code).toBe('accounts.passkey_failed')
    expect(sessionCookie(answer.headers)).toBe('')
  })

  test('accepts an authenticator that does not count its uses', async () => {
    const { authenticator } = await memberWithPasskey()
    for (let uses = 0; uses < 2; uses += 1)
      expect((await logIn(authenticator.use(await challenge(), { step: 0 }))).status).toBe(200)
  })

  test('rejects a forged signature, an unknown passkey, a challenge of another host and an expired one', async () => {
    const { authenticator } = await memberWithPasskey()
    const failed = 'accounts.passkey_failed'
    const forged = authenticator.use(await challenge())
    forged.response.signature = createAuthenticator(place).use({ challenge: 'x' }).response.signature
    expect((await logIn(forged)).error?.code).toBe(failed)
    expect((await logIn(createAuthenticator(place).use(await challenge()))).error?.code).toBe(failed)
    expect((await logIn(authenticator.use(await challenge('other.example')))).error?.code).toBe(failed)
    expect((await logIn(authenticator.use(await challenge('other.example')), {}, 'other.example')).error?.code).toBe(
      failed,
    )
    const late = await challenge()
    site.clock.advance(PASSKEY_CHALLENGE_MS)
    expect((await logIn(authenticator.use(late))).error?.code).toBe(failed)
  })

  test('counts its failures like wrong passwords', async () => {
    const { authenticator } = await memberWithPasskey()
    const codes: unknown[] = []
    for (let attempt = 0; attempt < LOGIN_FAILURES_BEFORE_LOCK; attempt += 1)
      codes.push((await logIn(authenticator.use({ challenge: 'unknown' }))).error?.code)
    expect(codes).toEqual([...Array<string>(4).fill('accounts.passkey_failed'), 'accounts.login_locked'])
    expect((await logIn(authenticator.use(await challenge()))).error?.code).toBe('accounts.login_locked')
  })

  test.each([
    ['disabledAt' as const, 'accounts.disabled'],
    ['deletedAt' as const, 'accounts.pending_deletion'],
  ])('starts no session when the account has %s', async (column, code) => {
    const { member, authenticator } = await memberWithPasskey()
    const gone = { [column]: site.clock.now() }
    await site.context.db.updateTable('users').set(gone).where('id', '=', member.userId).execute()
    const answer = await logIn(authenticator.use(await challenge()))
    expect(answer.error?.code).toBe(code)
    expect(sessionCookie(answer.headers)).toBe('')
  })
})

test('a passkey is renamed and removed, and then no longer logs in', async () => {
  const { member, authenticator, passkeyId } = await memberWithPasskey()
  const one = { params: { passkeyId } }
  await site.call(contract.renamePasskey, { ...one, body: { name: '  My tablet ' } }, from(member))
  const { reply } = await site.call(contract.getSecurity, {}, from(member))
  expect(reply?.passkeys).toMatchObject([{ name: 'My tablet' }])
  expect((await site.call(contract.removePasskey, one, from(member))).status).toBe(200)
  expect((await site.call(contract.removePasskey, one, from(member))).error?.code).toBe('request.not_found')
  expect((await logIn(authenticator.use(await challenge()))).error?.code).toBe('accounts.passkey_failed')
})

test('a log-in with a passkey is not stopped by wrong passwords that locked the account', async () => {
  const { member, authenticator } = await memberWithPasskey()
  const enter = (password: string) => site.call(enterPassword, { body: { email: member.email, password } }, from())
  for (let attempt = 0; attempt < LOGIN_FAILURES_BEFORE_LOCK; attempt += 1) await enter('a wrong password')
  expect((await enter(member.password)).error?.code).toBe('accounts.login_locked')
  expect((await logIn(authenticator.use(await challenge()))).status).toBe(200)
})
