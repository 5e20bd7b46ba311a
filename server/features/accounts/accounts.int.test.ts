import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { DELETION_DAYS, RESET_RATE } from '#contract/limits.ts'
import { updateProfile } from '#contract/profiles/calls.ts'
import { hashToken } from '#server/platform/ids.ts'
import { DAY } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { deviceCookie, sent, sessionCookie, setCookies } from '#tests/support/site/cookies.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

let addresses = 0
/** Each call comes from its own network address, so that no test is locked out by another. */
const from = (address = `10.0.0.${(addresses += 1)}`) => ({ headers: { 'x-forwarded-for': address } })
const logIn = (
  { email, password }: { email: string; password: string },
  caller: Parameters<TestApp['call']>[2] = from(),
) => site.call(contract.logIn, { body: { email, password } }, caller)
const withWrongPassword = (member: Member) => ({ email: member.email, password: 'a wrong password' })

describe('the current user', () => {
  test('is null without a session and with an unknown one', async () => {
    expect(await site.call(contract.getUser, {})).toMatchObject({ status: 200, reply: { user: null } })
    for (const cookie of ['session=nonsense', `session=${'a'.repeat(43)}`])
      expect((await site.call(contract.getUser, {}, { cookie })).reply).toEqual({ user: null })
  })

  test('has the wire names, also at the path with .php', async () => {
    const member = await buildMember(site.context, { name: 'Anna', credits: 12, isPremium: true, photos: ['public'] })
    const { reply } = await site.call(contract.getUser, {}, member)
    const [photoId = ''] = member.photoIds
    expect(reply?.user).toEqual({
      status: 'active',
      email: member.email,
      pending_email: null,
      is_email_rejected: false,
      credits: 12,
      paid_user: true,
      signup_date: site.clock.now().toISOString(),
      fictional_icon: '',
      language: 'en',
      notifications_disabled: ['promotions', 'news'],
      needs_consent: false,
      has_unread_decision: false,
      is_paused: false,
      pause_ends_at: null,
      must_assure_age: false,
      profile: {
        id: member.profileId,
        name: 'Anna',
        gender: 'female',
        country: 'NL',
        status: 'active',
        main_image: {
          filename: `/photos/${photoId}/large`,
          thumb_filename: `/photos/${photoId}/thumb`,
          match: `/photos/${photoId}/tile`,
          status: 'active',
          preview: expect.any(String),
        },
      },
    })
    const php = await site.app.inject({ url: '/api/user.php', headers: { cookie: member.cookie } })
    expect(php.json()).toEqual(reply)
  })

  test('is not_confirmed with a disabled profile until the address is confirmed', async () => {
    const member = await buildMember(site.context, { isConfirmed: false })
    const { reply } = await site.call(contract.getUser, {}, member)
    expect(reply?.user).toMatchObject({ status: 'not_confirmed', profile: { status: 'disabled', main_image: null } })
  })

  test.each(['disabledAt', 'deletedAt'] as const)('is null once %s is set', async (column) => {
    const member = await buildMember(site.context)
    const { db } = site.context
    await db
      .updateTable('users')
      .set({ [column]: site.clock.now() })
      .where('id', '=', member.userId)
      .execute()
    expect((await site.call(contract.getUser, {}, member)).reply).toEqual({ user: null })
  })

  test('is null once the session has expired', async () => {
    const member = await buildMember(site.context)
    const { sessionHash } = member
    const expire = (expiresAt: Date) =>
      site.context.db.updateTable('sessions').set({ expiresAt }).where('tokenHash', '=', sessionHash).execute()
    const row = await site.context.db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('tokenHash', '=', sessionHash)
      .executeTakeFirstOrThrow()
    expect(row.expiresAt.getTime() - site.clock.now().getTime()).toBe(30 * DAY)
    await expire(site.clock.now())
    expect((await site.call(contract.getUser, {}, member)).reply).toEqual({ user: null })
  })
})

describe('logging in', () => {
  test('returns the user and a session in an HttpOnly cookie', async () => {
    const member = await buildMember(site.context)
    const { status, reply, headers } = await logIn({
      email: ` ${member.email.toUpperCase()}`,
      password: member.password,
    })
    expect(status).toBe(200)
    expect(reply?.user.email).toBe(member.email)
    const cookie = sessionCookie(headers)
    expect(deviceCookie(headers)).toMatch(/^device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await site.call(contract.getUser, {}, sent(cookie))).reply?.user?.email).toBe(member.email)
  })

  test('stores only the hash of the token', async () => {
    const member = await buildMember(site.context)
    const cookie = sessionCookie((await logIn(member)).headers)
    const token = /session=([\w-]+)/.exec(cookie)?.[1] ?? ''
    const rows = await site.context.db
      .selectFrom('sessions')
      .select('tokenHash')
      .where('userId', '=', member.userId)
      .execute()
    expect(rows.map(({ tokenHash }) => tokenHash.toString('hex'))).toContain(hashToken(token).toString('hex'))
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('rejects a wrong password and an unknown account with the same reply', async () => {
    const member = await buildMember(site.context)
    const answer = await logIn(withWrongPassword(member))
    const unknown = await logIn({ email: 'unknown@example.com', password: 'a wrong password' })
    const { requestId: _, ...error } = answer.error ?? {}
    expect(answer).toMatchObject({ status: 401, error: { code: 'accounts.login_failed' } })
    expect(unknown).toMatchObject({ status: 401, error })
    expect(sessionCookie(answer.headers)).toBe('')
  })

  test('names the invalid fields', async () => {
    const { status, error } = await logIn({ email: 'anna', password: '' })
    expect(status).toBe(422)
    expect(error?.fields).toEqual({
      email: { code: 'accounts.email_invalid' },
      password: { code: 'accounts.password_required' },
    })
  })

  test('reports a disabled account only with the right password', async () => {
    const member = await buildMember(site.context)
    const { db } = site.context
    await db.updateTable('users').set({ disabledAt: site.clock.now() }).where('id', '=', member.userId).execute()
    expect((await logIn(withWrongPassword(member))).error?.code).toBe('accounts.login_failed')
    expect(await logIn(member)).toMatchObject({ status: 403, error: { code: 'accounts.disabled' } })
  })

  test('treats a deleted account that can no longer be restored as unknown', async () => {
    const member = await buildMember(site.context)
    const deletedAt = new Date(site.clock.now().getTime() - DELETION_DAYS * DAY)
    await site.context.db.updateTable('users').set({ deletedAt }).where('id', '=', member.userId).execute()
    expect((await logIn(member)).error?.code).toBe('accounts.login_failed')
  })

  test('creates a new token: a planted one opens no session', async () => {
    const member = await buildMember(site.context)
    const planted = `session=${'p'.repeat(43)}`
    const { headers } = await logIn(member, { ...from(), cookie: planted })
    expect(sessionCookie(headers)).not.toContain('p'.repeat(43))
    expect((await site.call(contract.getUser, {}, { cookie: planted })).reply).toEqual({ user: null })
  })

  test('ends the session that this browser had before', async () => {
    const [former, member] = [await buildMember(site.context), await buildMember(site.context)]
    await logIn(member, { ...from(), cookie: former.cookie })
    expect((await site.call(contract.getUser, {}, former)).reply).toEqual({ user: null })
  })

  test('is rejected when a page of another site sends it', async () => {
    const member = await buildMember(site.context)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const { status, error } = await logIn(member, { headers: { ...from().headers, ...headers } })
      expect({ status, code: error?.code }).toEqual({ status: 403, code: 'request.forbidden_origin' })
    }
  })
})

describe('the language', () => {
  test('is saved with the account and in the cookie of the web app', async () => {
    const member = await buildMember(site.context)
    const { reply, headers } = await site.call(contract.setLanguage, { body: { language: 'fr' } }, member)
    expect(reply?.user.language).toBe('fr')
    expect(setCookies(headers)).toEqual(['i18n_redirected=fr; Max-Age=31536000; Path=/; SameSite=Lax'])
    expect((await site.call(contract.getUser, {}, member)).reply?.user?.language).toBe('fr')
  })

  test('can be set by members only, to one that has a catalogue', async () => {
    expect(await site.call(contract.setLanguage, { body: { language: 'fr' } })).toMatchObject({
      status: 403,
      error: { code: 'authentication_required' },
    })
    const member = await buildMember(site.context)
    const response = await site.app.inject({
      method: 'PUT',
      url: '/api/user.php',
      headers: { cookie: member.cookie },
      payload: { language: 'tlh' },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().error.fields).toEqual({ language: { code: 'request.invalid' } })
  })
})

describe('logging out', () => {
  test('ends the session, clears the cookie, and is no error a second time', async () => {
    const member = await buildMember(site.context)
    const other = sessionCookie((await logIn(member)).headers)
    const { reply, headers } = await site.call(contract.logOut, {}, member)
    expect(reply).toEqual({ user: null })
    expect(sessionCookie(headers)).toMatch(/^session=; Max-Age=0; Path=\/;/)
    expect(deviceCookie(headers)).toBe('')
    // Without "cookies": the language and the appearance stay.
    expect(headers['clear-site-data']).toBe('"cache"')
    expect((await site.call(contract.getUser, {}, member)).reply).toEqual({ user: null })
    expect((await site.call(contract.logOut, {}, member)).status).toBe(200)
    expect((await site.call(contract.logOut, {})).status).toBe(200)
    expect((await site.call(contract.getUser, {}, sent(other))).reply?.user?.email).toBe(member.email)
  })

  test('closes the sockets of the session', async () => {
    const member = await buildMember(site.context)
    const closeSession = vi.spyOn(site.context.realtime, 'closeSession')
    await site.call(contract.logOut, {}, member)
    expect(closeSession).toHaveBeenCalledExactlyOnceWith(member.sessionHash)
    closeSession.mockRestore()
  })

  test('is rejected when a page of another site causes it, for instance by an image', async () => {
    const member = await buildMember(site.context)
    const foreign = { cookie: member.cookie, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await site.call(contract.logOut, {}, foreign)).error?.code).toBe('request.forbidden_origin')
    expect((await site.call(contract.getUser, {}, member)).reply?.user).not.toBeNull()
  })

  test.each([
    ['nothing', {}],
    ['a page of another site', { referer: 'https://evil.example/' }],
    ['a page of another port', { referer: 'http://localhost:81/' }],
    ['a site whose name begins alike', { referer: 'http://localhost.evil.example/' }],
    ['a path', { referer: '/members' }],
    ['its own page, but another origin', { referer: 'http://localhost/', origin: 'null' }],
    ['its own page, but a followed link', { referer: 'http://localhost/', 'sec-fetch-site': 'none' }],
  ])('is rejected when the request names %s', async (_name, headers) => {
    const member = await buildMember(site.context)
    for (const url of ['/api/logout', '/api/logout.php']) {
      const answer = await site.app.inject({ url, headers: { host: 'localhost', cookie: member.cookie, ...headers } })
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'request.forbidden_origin'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await site.call(contract.getUser, {}, member)).reply?.user).not.toBeNull()
  })

  test('without a connection ends the session with the next request of the browser', async () => {
    const member = await buildMember(site.context)
    const closeSession = vi.spyOn(site.context.realtime, 'closeSession')
    const left = { cookie: `${member.cookie}; logged-out=1` }
    const { reply, headers } = await site.call(contract.getUser, {}, left)
    expect(reply).toEqual({ user: null })
    expect(closeSession).toHaveBeenCalledExactlyOnceWith(member.sessionHash)
    closeSession.mockRestore()
    expect(setCookies(headers).map((cookie) => cookie.split(' Path')[0])).toEqual([
      'session=; Max-Age=0;',
      'logged-out=; Max-Age=0;',
    ])
    expect(headers['clear-site-data']).toBe('"cache"')
    expect((await site.call(contract.getUser, {}, member)).reply).toEqual({ user: null })
  })

  test('without a connection does not end the session of a log-in that comes next', async () => {
    const member = await buildMember(site.context)
    const cookie = `${member.cookie}; logged-out=1`
    const { headers } = await logIn(member, { ...from(), cookie })
    expect((await site.call(contract.getUser, {}, member)).reply).toEqual({ user: null })
    const next = sent(sessionCookie(headers))
    expect((await site.call(contract.getUser, {}, next)).reply?.user?.email).toBe(member.email)
  })

  test('without a connection asks the database only for requests within the limits of an address', async () => {
    const member = await buildMember(site.context)
    const { headers: address } = from()
    const left = { ...address, cookie: `${member.cookie}; logged-out=1` }
    const closeSession = vi.spyOn(site.context.realtime, 'closeSession')
    // No limit counts these, or only afterwards.
    for (const url of ['/health', '/ready', '/assets/app.js', '/api/nothing'])
      await site.app.inject({ url, headers: left })
    for (let n = 0; n < RESET_RATE.max; n += 1)
      await site.app.inject({ method: 'POST', url: '/api/password-reset', headers: address })
    const rejected = await site.app.inject({ method: 'POST', url: '/api/password-reset', headers: left })
    expect([rejected.statusCode, rejected.headers['clear-site-data']]).toEqual([429, undefined])
    expect(closeSession).not.toHaveBeenCalled()
    closeSession.mockRestore()
    expect((await site.call(contract.getUser, {}, member)).reply?.user).not.toBeNull()
  })

  test('works at the path with .php', async () => {
    const member = await buildMember(site.context)
    const headers = { cookie: member.cookie, referer: 'http://localhost/members?page=2' }
    const response = await site.app.inject({ url: '/api/logout.php', headers: { host: 'localhost', ...headers } })
    expect(response.json()).toEqual({ user: null })
    expect((await site.call(contract.getUser, {}, member)).reply).toEqual({ user: null })
  })
})

test('on HTTPS the cookie has the __Host- prefix and is Secure', async () => {
  const secure = await startTestApp({ environment: { PUBLIC_URL: 'https://dating.example' } })
  try {
    const member = await buildMember(secure.context)
    expect(member.cookie).toMatch(/^__Host-session=/)
    const { headers } = await secure.call(contract.logIn, { body: { email: member.email, password: member.password } })
    expect(sessionCookie(headers)).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(deviceCookie(headers)).toMatch(/^__Host-device=.*; HttpOnly; Secure; SameSite=Lax$/)
    const { headers: after } = await secure.call(contract.logOut, {}, sent(sessionCookie(headers)))
    expect(sessionCookie(after)).toMatch(/^__Host-session=; .*Secure/)
  } finally {
    await secure.close()
  }
})

test('an endpoint for members rejects a call without a session', async () => {
  const body = {} as never
  expect((await site.call(updateProfile, { body })).error?.code).toBe('authentication_required')
})
