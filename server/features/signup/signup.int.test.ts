import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getUser, logIn, openLink } from '#contract/accounts/calls.ts'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { getOwnProfile } from '#contract/profiles/calls.ts'
import { getSettings } from '#contract/settings/calls.ts'
import { checkSignup, signUp } from '#contract/signup/calls.ts'
import type { SignupForm } from '#contract/signup/schemas.ts'
import { accountCreated } from '#server/features/accounts/events.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { sent, sessionCookie, setCookies } from '#tests/support/site/cookies.ts'
import { activationToken, askedMails } from '#tests/support/mails.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { signupFinished } from './events.ts'

let site: TestApp
/** Thrown by the last listener of a sign-up. */
let lastError: Error | null = null

beforeAll(async () => {
  site = await startTestApp({
    clock: fixedClock('2026-06-15T08:00:00Z'),
    environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' },
  })
  site.context.events.within(signupFinished, async () => {
    if (lastError) throw lastError
  })
})
afterAll(() => site.close())
afterEach(() => {
  lastError = null
})

let made = 0
function form(changes: Partial<Record<keyof SignupForm, unknown>> = {}) {
  made += 1
  return {
    email: `signup-${made}@example.com`,
    password: 'tulip-Radiator',
    name: 'Anna',
    birthDate: '1995-05-05',
    gender: 'female',
    lookingFor: 'male',
    country: 'NL',
    region: 'Utrecht',
    city: 'Amersfoort',
    language: 'fr',
    consent: true,
    consentVersion: CONSENT_VERSION,
    ...changes,
    // Some tests send invalid values.
  } as SignupForm
}

/** Each form comes from its own network address, so that no rate limit applies. */
const caller = () => ({ headers: { 'x-forwarded-for': `10.0.${made >> 8}.${made & 255}` } })
const send = (body: SignupForm, file?: Blob) => site.call(signUp, { body }, { ...caller(), ...(file && { file }) })
const check = (of: SignupForm) => site.call(checkSignup, { body: accountOf(of) }, caller())
/** The fields of the first step. */
const accountOf = ({ email, password, name, birthDate }: SignupForm) => ({ email, password, name, birthDate })
const image = async () => new Blob([Uint8Array.from(await sampleImage())])

/** Counts the rows that a sign-up writes, its mail jobs and its files. */
async function countAll() {
  const { rows } = await site.context.database.pool.query(`
    select
      (select count(*) from users) as users,
      (select count(*) from consents) as consents,
      (select count(*) from profiles) as profiles,
      (select count(*) from photos) as photos,
      (select count(*) from account_balances) as balances,
      (select count(*) from sessions) as sessions,
      (select count(*) from one_time_links) as links,
      (select count(*) from profile_search) as found,
      (select coalesce(sum(n), 0) from member_counts) as counted,
      (select count(*) from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = 'mail.send') as mails`)
  return { rows: rows[0] as object, files: await storedFiles() }
}

async function storedFiles() {
  const entries = await readdir(`${site.context.config.dataDir}/photos`, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

describe('the sign-up', () => {
  test('creates account, profile and photo, starts a session and mails the link', async () => {
    const body = form({ email: ' Anna.Berg@Example.com ' })
    const { status, reply, headers } = await send(body, await image())
    expect(status).toBe(200)
    expect(reply?.user).toMatchObject({
      status: 'not_confirmed',
      email: 'Anna.Berg@Example.com',
      credits: 0,
      paid_user: false,
      language: 'fr',
      profile: { name: 'Anna', country: 'NL', status: 'disabled', main_image: { status: 'active' } },
    })
    expect(sessionCookie(headers)).toMatch(/HttpOnly; SameSite=Lax$/)
    expect(setCookies(headers).join()).toContain('i18n_redirected=fr')

    const session = sent(sessionCookie(headers))
    const { profile } = (await site.call(getOwnProfile, {}, session)).reply ?? {}
    expect(profile).toMatchObject({ name: 'Anna', birthDate: '1995-05-05', region: 'Utrecht', city: 'Amersfoort' })
    expect(profile?.photos).toMatchObject([{ visibility: 'public', isMain: true, width: 600, height: 800 }])
    const photo = await site.app.inject({ url: reply?.user?.profile.main_image?.filename ?? '', headers: session })
    expect(photo.headers['content-type']).toBe('image/webp')

    const token = await activationToken(site.context, 'Anna.Berg@Example.com')
    expect((await site.call(openLink, { params: { token } }, session)).status).toBe(200)
    expect((await site.call(getUser, {}, session)).reply?.user).toMatchObject({ status: 'active', credits: 6 })
  })

  test('compares emails without regard to case', async () => {
    const { email } = form()
    await send(form({ email: email.toUpperCase() }))
    expect((await send(form({ email, password: 'another-Radiator' }))).error?.code).toBe('accounts.email_taken')
    const { status } = await site.call(logIn, { body: { email, password: 'tulip-Radiator' } }, caller())
    expect(status).toBe(200)
  })

  test('leaves a photo that is sent with it to the review, where the site reviews photos', async () => {
    const { context } = site
    const setReview = async (review_photos: boolean) => {
      await changeSettings(context, { siteId: context.sites.of('localhost').id, settings: { review_photos } })
      await context.events.drain()
    }
    await setReview(true)
    const { reply, headers } = await send(form(), await image())
    await setReview(false)
    expect(reply?.user?.profile.main_image).toBeNull()
    const { profile } = (await site.call(getOwnProfile, {}, sent(sessionCookie(headers)))).reply ?? {}
    expect(profile?.photos).toMatchObject([{ status: 'pending', isMain: false }])
  })

  test('works without a photo', async () => {
    const { reply } = await send(form())
    expect(reply?.user?.profile.main_image).toBeNull()
  })

  test('works without a city, which others then do not see', async () => {
    const { headers } = await send(form({ city: '' }))
    const { profile } = (await site.call(getOwnProfile, {}, sent(sessionCookie(headers)))).reply ?? {}
    expect(profile?.city).toBe('')
  })

  test('mails in the chosen language', async () => {
    const body = form({ language: 'en' })
    await send(body)
    expect(await askedMails(site.context, body.email)).toMatchObject([{ template: 'activation', language: 'en' }])
  })

  test('ends the session that the browser had before', async () => {
    const former = await buildMember(site.context)
    await site.call(signUp, { body: form() }, { ...caller(), cookie: former.cookie })
    expect((await site.call(getUser, {}, former)).reply?.user).toBeNull()
  })

  test('stores the password as argon2id', async () => {
    const body = form()
    await send(body)
    const { passwordHash } = await site.context.db
      .selectFrom('users')
      .select('passwordHash')
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow()
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

const invalid: [string, Partial<Record<keyof SignupForm, unknown>>, number, object][] = [
  ['no email', { email: ' ' }, 422, { email: { code: 'accounts.email_required' } }],
  ['an empty date of birth', { birthDate: '' }, 422, { birthDate: { code: 'profiles.birth_date_required' } }],
  ['an invalid email', { email: 'anna@' }, 422, { email: { code: 'accounts.email_invalid' } }],
  ['a short password', { password: 'short' }, 422, { password: { code: 'accounts.password_too_short' } }],
  ['a common password', { password: 'Password1!' }, 422, { password: { code: 'accounts.password_too_common' } }],
  [
    'the name as password',
    { name: 'Annabelle', password: 'annabelle99' },
    422,
    { password: { code: 'accounts.password_too_common' } },
  ],
  ['a name of one character', { name: 'A' }, 422, { name: { code: 'profiles.name_length' } }],
  ['a name that starts with @', { name: '@anna' }, 422, { name: { code: 'profiles.name_starts_with_at' } }],
  [
    'the email as name',
    { name: 'a@example.com', email: 'A@example.com' },
    422,
    { name: { code: 'profiles.name_is_email' } },
  ],
  [
    'a day that does not exist',
    { birthDate: '2001-02-30' },
    422,
    { birthDate: { code: 'profiles.birth_date_invalid' } },
  ],
  ['a day in the future', { birthDate: '2026-06-16' }, 422, { birthDate: { code: 'profiles.birth_date_invalid' } }],
  [
    'a day more than 99 years ago',
    { birthDate: '1890-01-01' },
    422,
    { birthDate: { code: 'profiles.birth_date_invalid' } },
  ],
  [
    'an age of seventeen',
    { birthDate: '2008-06-16' },
    422,
    { birthDate: { code: 'profiles.too_young', params: { min_age: 18 } } },
  ],
  ['a region of another country', { country: 'FR' }, 422, { region: { code: 'profiles.region_unknown' } }],
  ['no region', { region: '' }, 422, { region: { code: 'profiles.region_unknown' } }],
  ['a city that is too long', { city: 'x'.repeat(81) }, 422, { city: { code: 'profiles.text_too_long' } }],
  [
    'a consent to an older text',
    { consentVersion: '2020-01-01' },
    409,
    { consent: { code: 'accounts.consent_outdated' } },
  ],
  ['no consent', { consent: false }, 422, { consent: { code: 'signup.terms_required' } }],
  ['an unknown gender', { gender: 'x' }, 422, { gender: { code: 'signup.choice_required' } }],
  ['a country that is not served', { country: 'XX' }, 400, { country: { code: 'request.invalid' } }],
]

describe('a rejected sign-up creates nothing and names the field:', () => {
  test.each(invalid)('%s', async (_, changes, status, fields) => {
    const before = await countAll()
    const answer = await send(form(changes), await image())
    expect(answer).toMatchObject({ status, error: { fields } })
    expect(await countAll()).toEqual(before)
  })

  test('several invalid fields are named at once', async () => {
    const { email } = await buildMember(site.context)
    const { status, error } = await send(form({ email, password: 'password', birthDate: '2010-01-01' }))
    expect({ status, code: error?.code }).toEqual({ status: 409, code: 'accounts.email_taken' })
    expect(Object.keys(error?.fields ?? {})).toEqual(['email', 'password', 'birthDate'])
  })

  test.each(['Rendezvous', 'Support', 'Win 500€: evil.example/x', 'anna@example.com'])('the name %s', async (name) => {
    const { error } = await check(form({ name }))
    expect(error?.fields).toEqual({ name: { code: 'profiles.name_not_allowed' } })
    expect((await send(form({ name }))).error?.code).toBe('profiles.name_not_allowed')
  })

  test('a taken email in another case', async () => {
    const { email } = await buildMember(site.context)
    const before = await countAll()
    const { status, error } = await send(form({ email: email.toUpperCase() }), await image())
    expect({ status, fields: error?.fields }).toEqual({
      status: 409,
      fields: { email: { code: 'accounts.email_taken' } },
    })
    expect(await countAll()).toEqual(before)
  })

  test.each([
    ['not an image', () => new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 415, 'profiles.photo_not_an_image'],
    [
      'a JPEG in name only',
      () => new Blob([Uint8Array.of(255, 216, 255, 0, 1, 2)]),
      415,
      'profiles.photo_not_an_image',
    ],
    ['one byte too large', () => new Blob([jpegOf(PHOTO_MAX_BYTES + 1)]), 413, 'profiles.photo_too_large'],
    ['far too large', () => new Blob([jpegOf(2 * PHOTO_MAX_BYTES)]), 413, 'profiles.photo_too_large'],
    [
      'too small',
      async () => new Blob([Uint8Array.from(await sampleImage({ width: 100 }))]),
      422,
      'profiles.photo_too_small',
    ],
  ])('a photo that is %s', async (_, photo, status, code) => {
    const before = await countAll()
    const answer = await send(form(), await photo())
    expect(answer).toMatchObject({ status, error: { code, fields: { photo: { code } } } })
    expect(await countAll()).toEqual(before)
  })

  test('a body that is not a form', async () => {
    const response = await site.app.inject({ method: 'POST', url: '/api/signup', payload: form() })
    expect(response.statusCode).toBe(415)
  })

  test('a form sent by a page of another site', async () => {
    const { error } = await site.call(signUp, { body: form() }, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(error?.code).toBe('request.forbidden_origin')
  })
})

/** Returns bytes that start like a JPEG. */
function jpegOf(bytes: number) {
  const content = new Uint8Array(bytes)
  content.set([0xff, 0xd8, 0xff, 0xe0])
  return content
}

describe('the minimum age', () => {
  // 15 June 08:00 in UTC is still 14 June in the time zone where the day begins last.
  test('must be reached in every time zone', async () => {
    expect((await check(form({ birthDate: '2008-06-14' }))).status).toBe(200)
    expect((await check(form({ birthDate: '2008-06-15' }))).error?.code).toBe('profiles.too_young')
    site.clock.advance(4 * 60 * MINUTE)
    expect((await check(form({ birthDate: '2008-06-15' }))).status).toBe(200)
    expect((await check(form({ birthDate: '2008-06-16' }))).error?.code).toBe('profiles.too_young')
  })
})

describe('a failed sign-up creates nothing', () => {
  test('when the last step rejects it', async () => {
    const before = await countAll()
    lastError = new AppError('request.busy')
    const body = form()
    expect((await send(body, await image())).status).toBe(503)
    expect(await countAll()).toEqual(before)
    lastError = null
    expect((await send(body, await image())).status).toBe(200)
  })

  test('when the last step breaks; the files are left to a job, because the transaction may have committed', async () => {
    const before = await countAll()
    lastError = new Error('planted')
    expect((await send(form(), await image())).status).toBe(500)
    const { rows, files } = await countAll()
    expect(rows).toEqual(before.rows)
    // Five sizes, three of them in two formats.
    expect(files).toBe(before.files + 8)
  })

  test('when ten forms with the same email arrive at once: one is accepted, nine get email_taken', async () => {
    const { email } = form()
    const before = await countAll()
    const file = await image()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        send(form({ email, password: `tulip-Radiator ${n}` }), n < 2 ? file : undefined),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const rejected = answers.filter(({ status }) => status !== 200)
    expect(rejected.map(({ status, error }) => [status, error?.fields])).toEqual(
      Array.from({ length: 9 }, () => [409, { email: { code: 'accounts.email_taken' } }]),
    )
    const { rows, files } = await countAll()
    const users = (counts: object) => Number((counts as { users: string }).users)
    expect(users(rows)).toBe(users(before.rows) + 1)
    expect((files - before.files) % 4).toBe(0)
    expect(files - before.files).toBeLessThanOrEqual(4)
  })
})

/** Values that no form of the site sends. */
const hostile: [string, Partial<Record<keyof SignupForm, unknown>>][] = [
  ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }],
  ['a name that is a list', { name: ['Anna'] }],
  ['an email of 10,000 characters', { email: `${'x'.repeat(10_000)}@example.com` }],
  ['an email that is an object', { email: {} }],
  ['a password of 10,000 characters', { password: 'x'.repeat(10_000) }],
  ['a password that is a number', { password: 12_345_678 }],
  ['a date that is a number', { birthDate: 19_950_505 }],
  ['a region of 10,000 characters', { region: 'x'.repeat(10_000) }],
  ['a city that is null', { city: null }],
  ['a language that is not offered', { language: 'xx' }],
  ['a consent that is a text', { consent: 'true' }],
  ['a field that does not exist', { isAdmin: true } as object],
]

describe('a hostile form is rejected with a code and creates nothing:', () => {
  test.each(hostile)('%s', async (_, changes) => {
    const before = await countAll()
    const { status, error } = await send(form(changes), await image())
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(error?.code).toMatch(/^[a-z]+\.[a-z_]+$/)
    expect(await countAll()).toEqual(before)
  })

  test('characters that would change how a name is shown become spaces', async () => {
    const { headers } = await send(form({ name: 'An\u0007na\u202E', city: 'Ut\u202Erecht' }))
    const { profile } = (await site.call(getOwnProfile, {}, sent(sessionCookie(headers)))).reply ?? {}
    expect(profile).toMatchObject({ name: 'An na', city: 'Ut recht' })
  })

  test('HTML in a name stays text', async () => {
    const { reply } = await send(form({ name: '<b>Anna</b>' }))
    expect(reply?.user?.profile.name).toBe('<b>Anna</b>')
  })
})

describe('a repeated form', () => {
  test('logs in to the account that the first one created', async () => {
    const body = form()
    await send(body)
    const before = await countAll()
    const again = await send(body)
    expect(again.status).toBe(200)
    expect((await site.call(getUser, {}, sent(sessionCookie(again.headers)))).reply?.user?.email).toBe(body.email)
    const { sessions: _, ...rows } = (await countAll()).rows as Record<string, unknown>
    expect(before.rows).toMatchObject(rows)
  })

  test('logs in also while the first one is processed', async () => {
    const body = form()
    const answers = await Promise.all([send(body), send(body), send(body)])
    expect(answers.map(({ status, reply }) => [status, reply?.user?.email])).toEqual(
      Array.from({ length: 3 }, () => [200, body.email]),
    )
  })

  test('is rejected as a taken email with another password, or later', async () => {
    const body = form()
    await send(body)
    expect((await send({ ...body, password: 'another-Radiator' })).error?.code).toBe('accounts.email_taken')
    site.clock.advance(11 * MINUTE)
    expect((await send(body)).error?.code).toBe('accounts.email_taken')
  })
})

describe('the check on the way', () => {
  test('accepts a valid form and creates nothing', async () => {
    const before = await countAll()
    expect((await check(form())).reply).toEqual({ ok: true })
    expect(await countAll()).toEqual(before)
  })

  test('checks only what is filled in so far', async () => {
    const { email } = await buildMember(site.context)
    const ask = (body: Partial<SignupForm>) => site.call(checkSignup, { body }, caller())
    expect((await ask({ email: 'free@example.com' })).status).toBe(200)
    expect((await ask({ email })).error?.code).toBe('accounts.email_taken')
    expect((await ask({ birthDate: '2015-01-01' })).error?.code).toBe('profiles.too_young')
    expect((await ask({ email: 'free@example.com', name: 'Anna' })).status).toBe(200)
    expect((await ask({})).status).toBe(200)
  })

  test('names the invalid fields', async () => {
    const { email } = await buildMember(site.context)
    const { error } = await check(form({ email, password: 'qwertyuiop' }))
    expect(Object.keys(error?.fields ?? {})).toEqual(['email', 'password'])
    expect((await check(form({ name: 'b@example.com', email: 'b@example.com' }))).error?.fields).toEqual({
      name: { code: 'profiles.name_is_email' },
    })
  })

  test('is rate-limited per network address', async () => {
    const one = { headers: { 'x-forwarded-for': '10.9.9.9' } }
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 41; n += 1)
      codes.push((await site.call(checkSignup, { body: accountOf(form()) }, one)).error?.code)
    expect(codes.slice(0, 40)).toEqual(Array(40).fill(undefined))
    expect(codes.at(-1)).toBe('request.too_many')
  })
})

test.each(['none', 'with_trafficsource'] as const)('a site whose signups are %s rejects a sign-up', async (signups) => {
  const { context } = site
  const siteId = context.sites.of('localhost').id
  await changeSettings(context, { siteId, settings: { signups } })
  await context.events.drain()
  try {
    expect(await check(form())).toMatchObject({ status: 403, error: { code: 'signup.closed' } })
    const before = await countAll()
    expect(await send(form(), await image())).toMatchObject({ status: 403, error: { code: 'signup.closed' } })
    expect(await countAll()).toEqual(before)
  } finally {
    await changeSettings(context, { siteId, settings: { signups: 'all' } })
    await context.events.drain()
  }
})

describe('a site that is open to campaigns', () => {
  async function withSettings(settings: Parameters<typeof changeSettings>[1]['settings'], run: () => Promise<void>) {
    const { context } = site
    const siteId = context.sites.of('localhost').id
    await changeSettings(context, { siteId, settings })
    await context.events.drain()
    try {
      await run()
    } finally {
      await changeSettings(context, { siteId, settings: { signups: 'all', traffic_sources: [], minimum_ages: {} } })
      await context.events.drain()
    }
  }
  const from = (cookie: string) => ({ headers: { ...caller().headers, cookie: `traffic_source=${cookie}` } })
  const sourceOf = (email: string) =>
    site.context.db
      .selectFrom('trafficSources')
      .innerJoin('users', 'users.id', 'trafficSources.userId')
      .select(['network', 'ref', 'sub1', 'sub2', 'sub3'])
      .where('users.email', '=', email)
      .executeTakeFirst()

  test('accepts a sign-up of a known network and records it with the account', async () => {
    await withSettings({ signups: 'with_trafficsource', traffic_sources: ['adnet'] }, async () => {
      const body = form()
      const options = from(encodeURIComponent('network=adnet&ref=r1&sub2=b'))
      expect((await site.call(checkSignup, { body: accountOf(body) }, options)).status).toBe(200)
      expect((await site.call(signUp, { body }, options)).status).toBe(200)
      expect(await sourceOf(body.email)).toEqual({ network: 'adnet', ref: 'r1', sub1: null, sub2: 'b', sub3: null })
    })
  })

  test.each(['network=other', 'network%3Dother', 'ref%3Dr1', 'adnet', 'network%3Dadnet%00', 'x'.repeat(10_000)])(
    'rejects the forged source %.20s',
    async (cookie) => {
      await withSettings({ signups: 'with_trafficsource', traffic_sources: ['adnet'] }, async () => {
        expect(await site.call(signUp, { body: form() }, from(cookie))).toMatchObject({
          error: { code: 'signup.closed' },
        })
      })
    },
  )

  test('says in the settings whether the visitor came by one', async () => {
    await withSettings({ signups: 'with_trafficsource', traffic_sources: ['adnet'] }, async () => {
      const answer = await site.call(getSettings, { query: {} }, from('network%3Dadnet'))
      expect(answer.reply?.hasTrafficSource).toBe(true)
      expect((await site.call(getSettings, { query: {} })).reply?.hasTrafficSource).toBe(false)
    })
  })

  test.each([
    ['network%3Dadnet%26sub1%3Da', { network: 'adnet', ref: null, sub1: 'a', sub2: null, sub3: null }],
    ['ref%3Dr1', { network: null, ref: 'r1', sub1: null, sub2: null, sub3: null }],
    ['ref%3D%3Cb%3E', undefined],
  ])('and one that is open to everyone records %s without a known network', async (cookie, source) => {
    const body = form()
    expect((await site.call(signUp, { body }, from(cookie))).status).toBe(200)
    expect(await sourceOf(body.email)).toEqual(source)
  })

  test('with a higher minimum age in one country rejects younger people there only', async () => {
    await withSettings({ minimum_ages: { NL: 21 } }, async () => {
      const birthDate = '2006-01-01'
      expect((await check(form({ birthDate }))).status).toBe(200)
      expect(await send(form({ birthDate }))).toMatchObject({
        status: 422,
        error: { fields: { birthDate: { code: 'profiles.too_young', params: { min_age: 21 } } } },
      })
      expect((await send(form({ birthDate, country: 'FR', region: 'Bretagne' }))).status).toBe(200)
      expect((await send(form({ birthDate: '2005-01-01' }))).status).toBe(200)
    })
  })
})

test('a listener that throws within the transaction prevents the account', async () => {
  const { context } = site
  const before = await countAll()
  let isPlanted = true
  context.events.within(accountCreated, async () => {
    if (isPlanted) throw new Error('planted')
  })
  expect((await send(form())).status).toBe(500)
  isPlanted = false
  expect(await countAll()).toEqual(before)
})
