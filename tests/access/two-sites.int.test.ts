import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/calls.ts'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import { addPhoto, replacePhoto, updateProfile } from '#contract/profiles/calls.ts'
import { signUp } from '#contract/signup/calls.ts'
import { demoCompany } from '#server/features/settings/defaults.ts'
import { insertSite } from '#server/features/settings/queries.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sampleImage } from '#tests/support/sample-images.ts'

// One site of an installation protects its members more than another. A sender chooses the request's host.

const lenient = { ...demoCompany, name: 'Kindling Media B.V.', tradenames: ['Zweisam'] }

let site: TestApp
let member: Member

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  const { context } = site
  await context.transaction((tx) =>
    insertSite(tx, { domain: 'lenient.test', isDefault: false, company: lenient, at: context.clock.now() }),
  )
  await changeSettings(context, {
    siteId: context.sites.of('localhost').id,
    settings: {
      review_photos: true,
      minimum_ages: { NL: 25 },
      hide_account_existence: true,
      age_check_countries: ['FR'],
    },
  })
  await context.sites.refresh()
  await changeSettings(context, { siteId: context.sites.of('lenient.test').id, settings: { name: 'Kindling' } })
  await context.events.drain()
  member = await buildMember(context)
})
afterAll(() => site.close())

let calls = 0
const from = (host: string, caller: { cookie?: string } = {}) => ({
  ...(caller.cookie && { cookie: caller.cookie }),
  headers: { host, 'x-forwarded-for': `10.7.0.${(calls += 1)}` },
})
const file = async () => new Blob([Uint8Array.from(await sampleImage())])
const form = (email: string, birthDate = '1990-05-05') => ({
  email,
  birthDate,
  password: 'tulip-Radiator',
  name: 'Anna',
  gender: 'female' as const,
  lookingFor: 'male' as const,
  country: 'NL' as const,
  region: 'Utrecht',
  city: 'Utrecht',
  language: 'en' as const,
  consent: true as const,
  consentVersion: CONSENT_VERSION,
})

test.each([
  ['localhost', 'Kindling'],
  ['localhost', 'kindling media BV'],
  ['localhost', 'Zweisam'],
  ['lenient.test', 'Rendezvous'],
  ['lenient.test', 'Rendezvous Demo Company'],
  ['unknown.test', 'Zweisam'],
])('at %s no member is named like a site or its company: %s', async (host, name) => {
  const notAllowed = { status: 422, error: { fields: { name: { code: 'profiles.name_not_allowed' } } } }
  expect(await site.call(updateProfile, { body: { name } }, from(host, member))).toMatchObject(notAllowed)
  const email = 'imitator@example.com'
  expect(await site.call(signUp, { body: { ...form(email), name } }, from(host))).toMatchObject(notAllowed)
})

describe.each(['lenient.test', 'unknown.test'])('a request that names the host %s', (host) => {
  test('does not avoid the review of photos', async () => {
    const added = await site.call(
      addPhoto,
      { body: { visibility: 'public' } },
      { ...from(host, member), file: await file() },
    )
    expect(added.reply?.photo).toMatchObject({ status: 'pending', isMain: false })
    const photoId = added.reply?.photo.id ?? ''
    const replaced = await site.call(
      replacePhoto,
      { params: { photoId }, body: { clientId: randomUUID() } },
      { ...from(host, member), file: await file() },
    )
    expect(replaced.reply?.profile.photos.map(({ status }) => status)).not.toContain('active')
  })

  test('does not avoid the minimum age', async () => {
    const tooYoung = { status: 422, error: { code: 'profiles.too_young', params: { min_age: 25 } } }
    const edit = await site.call(updateProfile, { body: { birthDate: '2006-01-01' } }, from(host, member))
    expect(edit).toMatchObject(tooYoung)
    expect(await site.call(signUp, { body: form('young@example.com', '2006-01-01') }, from(host))).toMatchObject(
      tooYoung,
    )
  })

  test('does not tell by a sign-up, or the log-in after it, whether an address had an account', async () => {
    const answers = async (email: string) => {
      const { password } = form(email)
      const signedUp = await site.call(signUp, { body: form(email) }, from(host))
      const loggedIn = await site.call(logIn, { body: { email, password } }, from(host))
      return [signedUp.reply, loggedIn.status, loggedIn.error?.code]
    }
    const free = await answers(`free-at-${host}@example.com`)
    expect(free).toEqual([{ user: null }, 401, 'accounts.login_failed'])
    expect(await answers(member.email)).toEqual(free)
  })
})

test('the age is to be confirmed before a private photo is added, on every site', async () => {
  const french = await buildMember(site.context, { country: 'FR' })
  for (const host of ['localhost', 'lenient.test']) {
    const call = { ...from(host, french), file: await file() }
    const { error } = await site.call(addPhoto, { body: { visibility: 'private' } }, call)
    expect([host, error?.code]).toEqual([host, 'accounts.age_check_needed'])
  }
})
