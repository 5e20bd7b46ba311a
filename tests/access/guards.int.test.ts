import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLink, resendActivation } from '#contract/accounts/calls.ts'
import { MEMBERS_PER_ADDRESS, PROFILE_QUOTAS, SEARCH_QUOTAS } from '#contract/limits.ts'
import { checkSignup } from '#contract/signup/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'
import { buildMember } from '#tests/support/builders.ts'
import { askedMails } from '#tests/support/mails.ts'
import { accessTable } from './access-table.ts'
import { buildFixture, nameOf, type Fixture } from './fixture.ts'
import { rawRoutes } from './raw-routes.ts'

let site: TestApp
let fixture: Fixture

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '200' } })
  fixture = await buildFixture(site)
})
afterAll(() => site.close())

const own = 'localhost'
const changing = endpoints.filter(({ method, path }) => method !== 'GET' || path === '/api/logout')

/** Headers of calls that another site's page causes: the browser adds the cookie and these. */
const foreign = {
  'a page of another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a page of a neighbour': { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost' },
  'an address typed or a link followed': { 'sec-fetch-site': 'none' },
  'a form in an old browser': { origin: 'https://evil.example' },
  'a sandboxed iframe without origin': { origin: 'null' },
  'another port': { origin: `http://${own}:81` },
  'another scheme': { origin: `https://${own}` },
  'an origin with a user name': { origin: `http://evil@${own}` },
}

describe.each(Object.entries(foreign))('caused by %s', (name, headers) => {
  // All calls of one row stay below the limit of an address.
  const address = `192.0.2.${1 + Object.keys(foreign).indexOf(name)}`

  test('no call changes anything', async () => {
    const codes: Record<string, unknown> = {}
    for (const endpoint of changing) {
      const { upload: _, ...input } = accessTable[nameOf(endpoint)]?.[1]?.(fixture) ?? {}
      const answer = await site.call(endpoint, input, {
        cookie: fixture.owner.cookie,
        headers: { host: own, 'x-forwarded-for': address, ...headers },
      })
      codes[nameOf(endpoint)] = answer.error?.code
    }
    expect(codes).toEqual(Object.fromEntries(changing.map((each) => [nameOf(each), 'request.forbidden_origin'])))
    const pay = await site.app.inject({
      method: 'POST',
      url: fixture.checkoutUrl,
      headers: { host: own, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'status=completed',
    })
    expect(pay.statusCode).toBe(403)
  })
})

describe('the security headers', () => {
  const expected = {
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors '(none|self)'/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': expect.stringMatching(/^(DENY|SAMEORIGIN)$/),
    'referrer-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self)'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }

  interface Asked {
    method?: 'POST' | 'PATCH'
    url: string | ((fixture: Fixture) => string)
    payload?: string
    type?: string
  }

  const asked: [string, Asked][] = [
    ['a reply', { url: '/api/settings' }],
    ['an error', { url: '/api/chats' }],
    ['bad input', { url: '/api/members?page=x' }],
    ['an unknown call', { url: '/api/nothing' }],
    ['an unknown method', { method: 'PATCH', url: '/api/settings' }],
    ['a broken path', { url: '/%zz' }],
    ['a body that is no JSON', { method: 'POST', url: '/api/user', payload: '{' }],
    ['a body that is too large', { method: 'POST', url: '/api/user', payload: 'x'.repeat(300_000) }],
    ['a failed upload', { method: 'POST', url: '/api/signup', payload: 'x', type: 'multipart/form-data' }],
    ...rawRoutes.map(({ route, ...raw }): [string, Asked] => [route, raw]),
  ]

  test.each(asked)('are sent with %s', async (_name, { method, url, payload, type = 'application/json' }) => {
    const { headers } = await site.app.inject({
      method: method ?? 'GET',
      url: typeof url === 'string' ? url : url(fixture),
      ...(payload && { payload, headers: { 'content-type': type } }),
    })
    expect(headers).toMatchObject(expected)
    expect(headers['content-security-policy']).not.toMatch(/(script-src|style-src) [^;]*unsafe-/)
  })

  test('are sent with a failure too, and on HTTPS require encryption from then on', async () => {
    const environment = { PUBLIC_URL: 'https://dating.example', LOG_LEVEL: 'silent' }
    const secure = await startTestApp({ environment })
    await secure.context.database.pool.query('alter table users rename to gone')
    const { statusCode, headers } = await secure.app.inject({
      method: 'POST',
      url: '/api/user',
      payload: { email: 'a@example.com', password: 'x' },
    })
    expect(statusCode).toBe(500)
    expect(headers).toMatchObject(expected)
    expect(headers['strict-transport-security']).toMatch(/^max-age=63072000/)
    await secure.close()
  })
})

describe('a foreign host name', () => {
  test('appears in no mail and no answer', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      origin: 'https://evil.example',
    }
    const { status } = await site.call(resendActivation, {}, { cookie: member.cookie, headers })
    expect(status).toBe(200)
    const [mail] = await askedMails(site.context, member.email)
    expect(JSON.stringify(mail)).not.toContain('evil.example')
    expect(JSON.stringify(mail)).toContain('http://localhost:3000/')
    for (const url of ['/api/settings', '/api/nothing', fixture.checkoutUrl, '/api/docs', '/api/docs/json']) {
      const answer = await site.app.inject({ url, headers: { host: 'evil.example' } })
      expect(answer.payload + JSON.stringify(answer.headers)).not.toContain('evil.example')
    }
  })
})

describe('one member, from ever new addresses', () => {
  test.each([
    ['GET /api/members', SEARCH_QUOTAS],
    ['GET /api/members/:profileId', PROFILE_QUOTAS],
    ['GET /api/members/:profileId/similar', PROFILE_QUOTAS],
  ])('is limited for %s', async (name, { perMember: [quota] }) => {
    const endpoint = endpoints.find((each) => nameOf(each) === name)
    if (!endpoint || !quota) throw new Error('no such call')
    const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
    const url = endpoint.path.replace(':profileId', fixture.owner.profileId)
    let address = 0
    const call = ({ cookie }: { cookie: string }) => {
      address += 1
      const headers = { cookie, 'x-forwarded-for': `10.7.${address >> 8}.${address & 255}` }
      return site.app.inject({ method: endpoint.method, url, headers })
    }
    for (let made = 0; made < quota.max; made += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => call(member)))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    }
    const rejected = await call(member)
    expect([rejected.statusCode, rejected.json().error.code]).toEqual([429, 'request.too_many'])
    expect(rejected.json().error.params.seconds).toBe(Number(rejected.headers['retry-after']))
    expect(rejected.headers['ratelimit-policy']).toMatch(/^"address";q=200;w=60$/)
    expect((await call(other)).statusCode).toBe(200)
  })
})

describe('one member', () => {
  let addresses = 0
  const limited = [
    ['PUT', '/api/profile/position', 20],
    ['POST', '/api/photos', 30],
    ['POST', '/api/photos/none/file', 30],
    ['POST', '/api/verification/pose', 12],
    ['POST', '/api/verification/selfie', 30],
    ['POST', '/api/activation', 20],
    ['POST', '/api/mail-change', 20],
    ['POST', '/api/password', 100],
    ['POST', '/api/reports', 60],
    ['POST', '/api/orders', 30],
    ['POST', '/api/orders/none/withdrawal', 30],
    ['POST', '/api/export', 60],
    ['PUT', '/api/spending-limit', 30],
    ['DELETE', '/api/account', 30],
    ['GET', '/credits/statement.csv', 20],
    ['GET', '/transactions/none/receipt.pdf', 60],
    ['GET', '/exports/none.zip', 60],
  ] as const

  test.each(limited)('is limited for %s %s, and not those behind the same address', async (method, url, limit) => {
    const [member, neighbour] = [await buildMember(site.context), await buildMember(site.context)]
    const [address, other] = [`10.8.${(addresses += 1)}.1`, `10.8.${addresses}.2`]
    const call = async ({ cookie }: { cookie: string }, from: string) => {
      const headers = { cookie, 'x-forwarded-for': from, 'sec-fetch-site': 'same-origin' }
      return (await site.app.inject({ method, url, headers })).statusCode
    }
    for (let made = 0; made < limit; made += 1) expect(await call(member, made % 2 ? address : other)).not.toBe(429)
    expect(await call(member, address)).toBe(429)
    expect(await call(member, other)).toBe(429)
    expect(await call(neighbour, address)).not.toBe(429)
  })
})

describe('one address', () => {
  const from = { 'x-forwarded-for': '203.0.113.7' }

  test.each([
    ['POST /api/user', 300],
    ['POST /api/signup', 20],
    ['POST /api/signup/check', 40],
    ['POST /api/photos', 30 * MEMBERS_PER_ADDRESS],
    ['POST /api/activation', 20 * MEMBERS_PER_ADDRESS],
    ['POST /api/links/:token', 60],
    ['POST /api/orders', 30 * MEMBERS_PER_ADDRESS],
    ['POST /api/members/:profileId/messages', 20],
    ['GET /api/members', 200],
  ])('is limited for %s', async (name, limit) => {
    const endpoint = endpoints.find((each) => nameOf(each) === name)
    if (!endpoint) throw new Error('no such call')
    const url = endpoint.path.replace(':token', 'none').replace(':profileId', 'none')
    const call = () => site.app.inject({ method: endpoint.method, url, headers: from })
    for (let calls = 0; calls < limit; calls += 1) expect((await call()).statusCode).not.toBe(429)
    const rejected = await call()
    expect(rejected.statusCode).toBe(429)
    expect(rejected.json().error.code).toBe('request.too_many')
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    const other = await site.app.inject({ method: endpoint.method, url, headers: { 'x-forwarded-for': '203.0.113.8' } })
    expect(other.statusCode).not.toBe(429)
  })

  test('is sent the duration of its log-in lock', async () => {
    const login = () =>
      site.app.inject({
        method: 'POST',
        url: '/api/user',
        headers: { 'x-forwarded-for': '203.0.113.9' },
        payload: { email: 'unknown@example.com', password: 'wrong' },
      })
    for (let calls = 0; calls < 5; calls += 1) await login()
    const { statusCode, headers } = await login()
    expect(statusCode).toBe(429)
    expect(headers['retry-after']).toBe(String(15 * 60))
  })
})

test('an invented link is rejected like an expired one', async () => {
  const answers = await Promise.all(
    ['x', 'a'.repeat(43), '../../x'].map((token) => site.call(openLink, { params: { token } })),
  )
  expect(answers.map(({ error }) => error?.code)).toEqual(Array<string>(3).fill('accounts.link_invalid'))
})

test('names lose invisible characters and are rejected when nothing is left', async () => {
  const account = { email: 'invisible@example.com', password: 'a fine long password', birthDate: '1990-01-01' }
  for (const name of ['\u0000\u0007', '\u202e\u202e\u202e', ' \r\n '])
    expect((await site.call(checkSignup, { body: { ...account, name } })).error?.fields?.['name']?.code).toBe(
      'profiles.name_length',
    )
})
