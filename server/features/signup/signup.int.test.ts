import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getUser, logIn, openLink } from '#contract/accounts.ts'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { getOwnProfile } from '#contract/profiles.ts'
import { checkSignup, signUp, type SignupForm } from '#contract/signup.ts'
import { accountCreated } from '#server/features/accounts/events.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { sent, sessionCookie, setCookies } from '#tests/support/cookies.ts'
import { activationToken, askedMails } from '#tests/support/mails.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { signupFinished } from './events.ts'

let site: TestApp
/** What the last listener of a sign-up throws. */
let atTheEnd: Error | null = null

beforeAll(async () => {
  site = await startTestApp({
    clock: fixedClock('2026-06-15T08:00:00Z'),
    environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' },
  })
  site.context.events.within(signupFinished, async () => {
    if (atTheEnd) throw atTheEnd
  })
})
afterAll(() => site.close())
afterEach(() => {
  atTheEnd = null
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
    ...changes,
    // Some of what the tests send is wrong on purpose.
  } as SignupForm
}

/** Each from an address of its own, beyond the reach of the rate limit. */
const caller = () => ({ headers: { 'x-forwarded-for': `10.0.${made >> 8}.${made & 255}` } })
const send = (body: SignupForm, file?: Blob) => site.call(signUp, { body }, { ...caller(), ...(file && { file }) })
const check = (body: SignupForm) => site.call(checkSignup, { body }, caller())
const image = async () => new Blob([Uint8Array.from(await sampleImage())])

/** Rows of all tables that a sign-up writes to, jobs and stored files besides. */
async function everything() {
  const { rows } = await site.context.database.pool.query(`
    select
      (select count(*) from users) as users,
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
  test('creates account, profile and photo, logs in and mails the link, all in one', async () => {
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

    const her = sent(sessionCookie(headers))
    const { profile } = (await site.call(getOwnProfile, {}, her)).reply ?? {}
    expect(profile).toMatchObject({ name: 'Anna', birthDate: '1995-05-05', region: 'Utrecht', city: 'Amersfoort' })
    expect(profile?.photos).toMatchObject([{ visibility: 'public', isMain: true, width: 600, height: 800 }])
    const photo = await site.app.inject({ url: reply?.user.profile.main_image?.filename ?? '', headers: her })
    expect(photo.headers['content-type']).toBe('image/webp')

    const token = await activationToken(site.context, 'Anna.Berg@Example.com')
    expect((await site.call(openLink, { params: { token } }, her)).status).toBe(200)
    expect((await site.call(getUser, {}, her)).reply?.user).toMatchObject({ status: 'active', credits: 6 })
  })

  test('knows an email again however it is written', async () => {
    const { email } = form()
    await send(form({ email: email.toUpperCase() }))
    expect((await send(form({ email, password: 'another-Radiator' }))).error?.code).toBe('accounts.email_taken')
    const { status } = await site.call(logIn, { body: { email, password: 'tulip-Radiator' } }, caller())
    expect(status).toBe(200)
  })

  test('works without a photo', async () => {
    const { reply } = await send(form())
    expect(reply?.user.profile.main_image).toBeNull()
  })

  test('mails in the language that was chosen', async () => {
    const body = form({ language: 'en' })
    await send(body)
    expect(await askedMails(site.context, body.email)).toMatchObject([{ template: 'activation', language: 'en' }])
  })

  test('ends the session of who was logged in before', async () => {
    const before = await buildMember(site.context)
    await site.call(signUp, { body: form() }, { ...caller(), cookie: before.cookie })
    expect((await site.call(getUser, {}, before)).reply?.user).toBeNull()
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

const wrong: [string, Partial<Record<keyof SignupForm, unknown>>, number, object][] = [
  ['an email that is none', { email: 'anna@' }, 422, { email: { code: 'accounts.email_invalid' } }],
  ['a short password', { password: 'short' }, 422, { password: { code: 'accounts.password_too_short' } }],
  ['a common password', { password: 'Password1!' }, 422, { password: { code: 'accounts.password_too_common' } }],
  [
    'the name as password',
    { name: 'Annabelle', password: 'annabelle99' },
    422,
    { password: { code: 'accounts.password_too_common' } },
  ],
  ['a name of one letter', { name: 'A' }, 422, { name: { code: 'profiles.name_length' } }],
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
  ['a day to come', { birthDate: '2026-06-16' }, 422, { birthDate: { code: 'profiles.birth_date_invalid' } }],
  ['a day too long ago', { birthDate: '1890-01-01' }, 422, { birthDate: { code: 'profiles.birth_date_invalid' } }],
  [
    'seventeen years',
    { birthDate: '2008-06-16' },
    422,
    { birthDate: { code: 'profiles.too_young', params: { min_age: 18 } } },
  ],
  ['a region of another country', { country: 'FR' }, 422, { region: { code: 'profiles.region_unknown' } }],
  ['no region', { region: '' }, 422, { region: { code: 'profiles.region_unknown' } }],
  ['no city', { city: ' ' }, 422, { city: { code: 'profiles.city_required' } }],
  ['no consent', { consent: false }, 422, { consent: { code: 'signup.terms_required' } }],
  ['a gender that is none', { gender: 'x' }, 422, { gender: { code: 'signup.choice_required' } }],
  ['a country that is not served', { country: 'XX' }, 400, { country: { code: 'request.invalid' } }],
]

describe('a sign-up that is refused creates nothing and names the field', () => {
  test.each(wrong)('%s', async (_, changes, status, fields) => {
    const before = await everything()
    const answer = await send(form(changes), await image())
    expect(answer).toMatchObject({ status, error: { fields } })
    expect(await everything()).toEqual(before)
  })

  test('all fields at once', async () => {
    const { email } = await buildMember(site.context)
    const { status, error } = await send(form({ email, password: 'password', birthDate: '2010-01-01' }))
    expect({ status, code: error?.code }).toEqual({ status: 409, code: 'accounts.email_taken' })
    expect(Object.keys(error?.fields ?? {})).toEqual(['email', 'password', 'birthDate'])
  })

  test('a taken email, however it is written', async () => {
    const { email } = await buildMember(site.context)
    const before = await everything()
    const { status, error } = await send(form({ email: email.toUpperCase() }), await image())
    expect({ status, fields: error?.fields }).toEqual({
      status: 409,
      fields: { email: { code: 'accounts.email_taken' } },
    })
    expect(await everything()).toEqual(before)
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
    const before = await everything()
    const answer = await send(form(), await photo())
    expect(answer).toMatchObject({ status, error: { code, fields: { photo: { code } } } })
    expect(await everything()).toEqual(before)
  })

  test('what is no form at all', async () => {
    const response = await site.app.inject({ method: 'POST', url: '/api/signup', payload: form() })
    expect(response.statusCode).toBe(415)
  })

  test('one that a page of another site sends', async () => {
    const { error } = await site.call(signUp, { body: form() }, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(error?.code).toBe('request.forbidden_origin')
  })
})

/** Begins like a JPEG. */
function jpegOf(bytes: number) {
  const content = new Uint8Array(bytes)
  content.set([0xff, 0xd8, 0xff, 0xe0])
  return content
}

describe('eighteen', () => {
  // 15 June 08:00 in UTC is still 14 June in the time zone where the day begins last.
  test('has to have come everywhere on earth', async () => {
    expect((await check(form({ birthDate: '2008-06-14' }))).status).toBe(200)
    expect((await check(form({ birthDate: '2008-06-15' }))).error?.code).toBe('profiles.too_young')
    site.clock.advance(4 * 60 * MINUTE)
    expect((await check(form({ birthDate: '2008-06-15' }))).status).toBe(200)
    expect((await check(form({ birthDate: '2008-06-16' }))).error?.code).toBe('profiles.too_young')
  })
})

describe('nothing half created', () => {
  test('when the very last step refuses', async () => {
    const before = await everything()
    atTheEnd = new AppError('request.busy')
    const body = form()
    expect((await send(body, await image())).status).toBe(503)
    expect(await everything()).toEqual(before)
    atTheEnd = null
    expect((await send(body, await image())).status).toBe(200)
  })

  test('when the very last step breaks: the files are left to a job, in case it was the commit', async () => {
    const before = await everything()
    atTheEnd = new Error('planted')
    expect((await send(form(), await image())).status).toBe(500)
    const { rows, files } = await everything()
    expect(rows).toEqual(before.rows)
    expect(files).toBe(before.files + 4)
  })

  test('when ten sign up with the same email at once: one is created, nine are told that it is taken', async () => {
    const { email } = form()
    const before = await everything()
    const file = await image()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        send(form({ email, password: `tulip-Radiator ${n}` }), n < 2 ? file : undefined),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, error }) => [status, error?.fields])).toEqual(
      Array.from({ length: 9 }, () => [409, { email: { code: 'accounts.email_taken' } }]),
    )
    const { rows, files } = await everything()
    const users = (counts: object) => Number((counts as { users: string }).users)
    expect(users(rows)).toBe(users(before.rows) + 1)
    expect((files - before.files) % 4).toBe(0)
    expect(files - before.files).toBeLessThanOrEqual(4)
  })
})

describe('the same form again', () => {
  test('within minutes gets the account that the first one made, for its answer was lost', async () => {
    const body = form()
    await send(body)
    const before = await everything()
    const again = await send(body)
    expect(again.status).toBe(200)
    expect((await site.call(getUser, {}, sent(sessionCookie(again.headers)))).reply?.user?.email).toBe(body.email)
    const { sessions: _, ...rows } = (await everything()).rows as Record<string, unknown>
    expect(before.rows).toMatchObject(rows)
  })

  test('also while the first one is under way', async () => {
    const body = form()
    const answers = await Promise.all([send(body), send(body), send(body)])
    expect(answers.map(({ status, reply }) => [status, reply?.user.email])).toEqual(
      Array.from({ length: 3 }, () => [200, body.email]),
    )
  })

  test('with another password, or later, is told that the email is taken', async () => {
    const body = form()
    await send(body)
    expect((await send({ ...body, password: 'another-Radiator' })).error?.code).toBe('accounts.email_taken')
    site.clock.advance(11 * MINUTE)
    expect((await send(body)).error?.code).toBe('accounts.email_taken')
  })
})

describe('the check of the first step', () => {
  test('says that all is well, and creates nothing', async () => {
    const before = await everything()
    expect((await check(form())).reply).toEqual({ ok: true })
    expect(await everything()).toEqual(before)
  })

  test('names what is wrong', async () => {
    const { email } = await buildMember(site.context)
    const { error } = await check(form({ email, password: 'qwertyuiop' }))
    expect(Object.keys(error?.fields ?? {})).toEqual(['email', 'password'])
    expect((await check(form({ name: 'b@example.com', email: 'b@example.com' }))).error?.fields).toEqual({
      name: { code: 'profiles.name_is_email' },
    })
  })

  test('is refused to who asks for address after address', async () => {
    const one = { headers: { 'x-forwarded-for': '10.9.9.9' } }
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 41; n += 1) codes.push((await site.call(checkSignup, { body: form() }, one)).error?.code)
    expect(codes.slice(0, 40)).toEqual(Array(40).fill(undefined))
    expect(codes.at(-1)).toBe('request.too_many')
  })
})

test.each(['none', 'with_trafficsource'] as const)('a site whose signups are %s takes nobody', async (signups) => {
  const { context } = site
  const siteId = context.sites.of('localhost').id
  await changeSettings(context, { siteId, settings: { signups } })
  await context.events.drain()
  try {
    expect(await check(form())).toMatchObject({ status: 403, error: { code: 'signup.closed' } })
    const before = await everything()
    expect(await send(form(), await image())).toMatchObject({ status: 403, error: { code: 'signup.closed' } })
    expect(await everything()).toEqual(before)
  } finally {
    await changeSettings(context, { siteId, settings: { signups: 'all' } })
    await context.events.drain()
  }
})

test('listeners of the same fact can refuse it, and then there is no account', async () => {
  const { context } = site
  const before = await everything()
  let isPlanted = true
  context.events.within(accountCreated, async () => {
    if (isPlanted) throw new Error('planted')
  })
  expect((await send(form())).status).toBe(500)
  isPlanted = false
  expect(await everything()).toEqual(before)
})
