import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { logIn as logInEndpoint, logOut } from '#contract/accounts/calls.ts'
import { DEVICES_PER_MEMBER, LOGIN_ACCOUNTS_PER_ADDRESS } from '#contract/limits.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { deviceCookie, sent } from '#tests/support/site/cookies.ts'
import { askedMails } from '#tests/support/mails.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', PUBLIC_URL: 'http://localhost:4500' } })
})
afterAll(() => site.close())

// The counters take the time from `Date`.
let nowMs = Date.UTC(2026, 5, 15)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
})
afterEach(() => {
  vi.useRealTimers()
})
function advance(ms: number) {
  nowMs += ms
  vi.setSystemTime(nowMs)
}

let addresses = 0
const newAddress = () => `10.0.${Math.floor((addresses += 1) / 200)}.${addresses % 200}`

interface From {
  address?: string
  /** Cookie of a known device. */
  cookie?: string
}

/** Each call comes from its own network address unless it names one. */
function logIn(
  { email, password }: { email: string; password: string },
  { address = newAddress(), cookie }: From = {},
) {
  const caller = { headers: { 'x-forwarded-for': address }, ...(cookie && { cookie }) }
  return site.call(logInEndpoint, { body: { email, password } }, caller)
}
const guess = ({ email }: { email: string }, from?: From) => logIn({ email, password: 'a wrong password' }, from)

async function guessTimes(times: number, account: { email: string }, from?: From) {
  const codes: unknown[] = []
  for (let guesses = 0; guesses < times; guesses += 1) codes.push((await guess(account, from)).error?.code)
  return codes
}

/** Logs a member in on a new device. Returns its cookie. */
async function knownDevice(member: Member, from?: From) {
  return sent(deviceCookie((await logIn(member, from)).headers))
}

const fourFailures = Array<string>(4).fill('accounts.login_failed')
const lockedAfterFour = [...fourFailures, 'accounts.login_locked']
const membersOf = (count: number) => Promise.all(Array.from({ length: count }, () => buildMember(site.context)))

describe('an account', () => {
  test('is not locked by a member who logs in on several devices at once', async () => {
    const member = await buildMember(site.context)
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(member)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }
  })

  test('is locked after five failures from any address, for 15 minutes, then for 30', async () => {
    const member = await buildMember(site.context)
    expect(await guessTimes(4, member)).toEqual(fourFailures)
    const fifth = await guess(member)
    expect(fifth).toMatchObject({ status: 429, error: { code: 'accounts.login_locked', params: { minutes: 15 } } })
    advance(10 * MINUTE)
    expect((await logIn(member)).error).toMatchObject({ code: 'accounts.login_locked', params: { minutes: 5 } })
    advance(5 * MINUTE)
    expect(await guessTimes(4, member)).toEqual(fourFailures)
    expect((await guess(member)).error?.params).toEqual({ minutes: 30 })
    advance(30 * MINUTE)
    expect((await logIn(member)).status).toBe(200)
  })

  test('is locked for 15 minutes again after a day without a lock', async () => {
    const member = await buildMember(site.context)
    await guessTimes(5, member)
    advance(15 * MINUTE + DAY)
    await guessTimes(4, member)
    expect((await guess(member)).error?.params).toEqual({ minutes: 15 })
  })

  test('that does not exist is locked the same way', async () => {
    const unknown = { email: 'unknown-locked@example.com' }
    expect(await guessTimes(4, unknown)).toEqual(fourFailures)
    expect((await guess(unknown)).error).toMatchObject({ code: 'accounts.login_locked', params: { minutes: 15 } })
  })

  test('has no failures after a success, and the next lock is a first one', async () => {
    const member = await buildMember(site.context)
    for (let round = 0; round < 3; round += 1) {
      expect(await guessTimes(4, member)).toEqual(fourFailures)
      expect((await logIn(member)).status).toBe(200)
    }
    await guessTimes(4, member)
    expect((await guess(member)).error?.params).toEqual({ minutes: 15 })
  })

  test('allows five of a hundred simultaneous guesses', async () => {
    const member = await buildMember(site.context)
    const answers = await Promise.all(Array.from({ length: 100 }, () => guess(member)))
    const codes = answers.map(({ error }) => error?.code)
    expect(codes.filter((code) => code === 'accounts.login_failed')).toHaveLength(4)
    expect(codes.filter((code) => code === 'accounts.login_locked')).toHaveLength(96)
  })
})

describe('a device on which two members log in', () => {
  test('counts failures against the one, however often the other logs in there', async () => {
    const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
    let device = await knownDevice(member)
    const codes: unknown[] = []
    for (let round = 0; round < 3; round += 1) {
      codes.push(...(await guessTimes(2, member, device)))
      device = await knownDevice(other, device)
    }
    expect(codes.slice(0, 5)).toEqual(lockedAfterFour)
    expect((await logIn(member, device)).error?.code).toBe('accounts.login_locked')
    expect((await logIn(member)).status).toBe(200)
  })
})

describe('a network address', () => {
  test('is locked when too many accounts failed there, and no other address is', async () => {
    const members = await membersOf(LOGIN_ACCOUNTS_PER_ADDRESS)
    const address = newAddress()
    const codes: unknown[] = []
    for (const member of members) codes.push((await guess(member, { address })).error?.code)
    expect(codes.slice(0, -1)).toEqual(Array(members.length - 1).fill('accounts.login_failed'))
    expect(codes.at(-1)).toBe('accounts.login_locked')
    const another = await buildMember(site.context)
    expect((await logIn(another, { address })).error?.code).toBe('accounts.login_locked')
    expect((await logIn(another)).status).toBe(200)
    expect((await guess(members[0] ?? another)).error?.code).toBe('accounts.login_failed')
  })

  test('is not locked by many members who mistype their password first', async () => {
    const address = newAddress()
    for (const member of await membersOf(LOGIN_ACCOUNTS_PER_ADDRESS + 5)) {
      expect(await guessTimes(2, member, { address })).toEqual(fourFailures.slice(2))
      expect((await logIn(member, { address })).status).toBe(200)
    }
  })

  test('of IPv6 counts by its /64 network', async () => {
    const members = await membersOf(LOGIN_ACCOUNTS_PER_ADDRESS)
    for (const [n, member] of members.entries()) await guess(member, { address: `2001:db8:7:7:${n}::1` })
    const another = await buildMember(site.context)
    expect((await logIn(another, { address: '2001:db8:7:7::ffff' })).error?.code).toBe('accounts.login_locked')
    expect((await logIn(another, { address: '2001:db8:7:8::1' })).status).toBe(200)
  })
})

describe('5,000 attempts', { timeout: 300_000 }, () => {
  /** Sends the attempts, 50 at a time. Returns how often each code was the answer. */
  async function send(attempt: (n: number) => Promise<{ error: { code: string } | null }>) {
    const counts: Record<string, number> = {}
    for (let n = 0; n < 5000; n += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, each) => attempt(n + each)))
      for (const { error } of answers) counts[error?.code ?? 'ok'] = (counts[error?.code ?? 'ok'] ?? 0) + 1
    }
    return counts
  }

  test('on one account from as many addresses check four passwords before the lock', async () => {
    const member = await buildMember(site.context)
    const counts = await send((n) => logIn({ email: member.email, password: `guess ${n}` }))
    expect(counts).toEqual({ 'accounts.login_failed': 4, 'accounts.login_locked': 4996 })
    expect((await logIn(member)).error?.code).toBe('accounts.login_locked')
  })

  test('spread over accounts and addresses check four passwords of each', async () => {
    const members = await membersOf(50)
    const counts = await send((n) => guess(members[n % members.length] ?? { email: '' }))
    expect(counts).toEqual({ 'accounts.login_failed': 200, 'accounts.login_locked': 4800 })
  })

  test('spread over accounts from one address check as many as may fail there', async () => {
    const address = newAddress()
    const { 'accounts.login_failed': failed, ...rejected } = await send((n) =>
      guess({ email: `spread-${n}@example.com` }, { address }),
    )
    expect(failed).toBe(LOGIN_ACCOUNTS_PER_ADDRESS - 1)
    expect(Object.keys(rejected).toSorted()).toEqual(['accounts.login_locked', 'request.too_many'])
  })
})

describe('a device that has logged in before', () => {
  test('is locked neither by failures on the account nor by those of its address', async () => {
    const member = await buildMember(site.context)
    const address = newAddress()
    const device = await knownDevice(member, { address })
    await site.call(logOut, {}, device)
    for (const other of await membersOf(LOGIN_ACCOUNTS_PER_ADDRESS)) await guess(other, { address })
    await guessTimes(5, member)
    expect((await logIn(member, { address })).error?.code).toBe('accounts.login_locked')
    expect((await logIn(member)).error?.code).toBe('accounts.login_locked')
    expect((await logIn(member, { address, ...device })).status).toBe(200)
  })

  test('is locked by its own failures only, and other devices are not', async () => {
    const member = await buildMember(site.context)
    const [lost, own] = [await knownDevice(member), await knownDevice(member)]
    expect(await guessTimes(5, member, lost)).toEqual(lockedAfterFour)
    expect((await logIn(member, lost)).error?.code).toBe('accounts.login_locked')
    expect((await logIn(member, own)).status).toBe(200)
    expect((await logIn(member)).status).toBe(200)
  })

  test('is not known for other accounts', async () => {
    const [attacker, victim] = [await buildMember(site.context), await buildMember(site.context)]
    const device = await knownDevice(attacker)
    await guessTimes(5, victim)
    expect((await logIn(victim, device)).error?.code).toBe('accounts.login_locked')
  })

  test('gets a new token at each log-in and stays known for its other members', async () => {
    const [first, second] = [await buildMember(site.context), await buildMember(site.context)]
    const former = await knownDevice(first)
    const shared = await knownDevice(second, former)
    expect(shared).not.toEqual(former)
    for (const member of [first, second]) await guessTimes(5, member)
    expect((await logIn(first, former)).error?.code).toBe('accounts.login_locked')
    const latest = await knownDevice(first, shared)
    expect((await logIn(second, latest)).status).toBe(200)
  })

  test.each([
    ['without its signature', (cookie: string) => cookie.replace(/(\.|%2E).*/, '')],
    ['with half of its signature', (cookie: string) => cookie.slice(0, -20)],
    ['with another token', (cookie: string) => cookie.replace(/=(.)/, (_, first) => (first === 'A' ? '=B' : '=A'))],
  ])('is unknown %s', async (_, forge) => {
    const member = await buildMember(site.context)
    const { cookie } = await knownDevice(member)
    await guessTimes(5, member)
    expect((await logIn(member, { cookie: forge(cookie) })).error?.code).toBe('accounts.login_locked')
  })

  test('is unknown once it is revoked', async () => {
    const member = await buildMember(site.context)
    const device = await knownDevice(member)
    await guessTimes(5, member)
    await site.context.db.deleteFrom('devices').where('userId', '=', member.userId).execute()
    expect((await logIn(member, device)).error?.code).toBe('accounts.login_locked')
  })

  test('is forgotten when the member has used many others since', async () => {
    const member = await buildMember(site.context)
    for (let device = 0; device < DEVICES_PER_MEMBER + 2; device += 1) {
      site.clock.advance(MINUTE)
      await knownDevice(member)
    }
    const rows = await site.context.db.selectFrom('devices').selectAll().where('userId', '=', member.userId).execute()
    expect(rows).toHaveLength(DEVICES_PER_MEMBER)
    expect(rows.map(({ usedAt }) => usedAt.getTime())).toContain(site.clock.now().getTime())
  })
})

describe('the mail about a lock', () => {
  test('is sent once a day, in the member’s language, with the link to the log-in', async () => {
    const member = await buildMember(site.context, { language: 'fr' })
    await guessTimes(4, member)
    expect(await askedMails(site.context, member.email)).toEqual([])
    await guess(member)
    const props = { name: member.name, wrong: 'password', minutes: 15, url: 'http://localhost:4500/login' }
    expect(await askedMails(site.context, member.email)).toMatchObject([
      { template: 'loginLock', language: 'fr', props },
    ])
    advance(15 * MINUTE)
    await guessTimes(5, member)
    expect(await askedMails(site.context, member.email)).toHaveLength(1)
    advance(DAY)
    await guessTimes(5, member)
    expect(await askedMails(site.context, member.email)).toHaveLength(2)
  })

  test('is not sent when a known device is locked', async () => {
    const member = await buildMember(site.context)
    expect(await guessTimes(5, member, await knownDevice(member))).toEqual(lockedAfterFour)
    const templates = (await askedMails(site.context, member.email)).map(({ template }) => template)
    expect(templates).toEqual(['newDevice'])
  })

  test('is requested for an unknown address too, and dropped when it is built', async () => {
    const send = vi.spyOn(site.context.mail, 'send')
    await guessTimes(5, { email: 'unknown-mail@example.com' })
    expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), { template: 'loginLock', userId: 0 })
    expect(await site.context.mail.build({ template: 'loginLock', userId: 0 })).toBeNull()
    send.mockRestore()
  })
})

test('an account is locked while Redis is down', async () => {
  const environment = { REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'silent' }
  const withRedis = await startTestApp({ environment })
  const { email } = await buildMember(withRedis.context)
  const statuses: number[] = []
  for (let guesses = 0; guesses < 5; guesses += 1)
    statuses.push((await withRedis.call(logInEndpoint, { body: { email, password: 'a wrong password' } })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 429])
  await withRedis.close()
})

test('the counts contain neither network nor email addresses', async () => {
  const rows = await site.context.db.selectFrom('loginLimits').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:[\da-f]{64}$/)
})
