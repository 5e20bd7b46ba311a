import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser, giveConsent } from '#contract/accounts/calls.ts'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import { UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { signUp } from '#contract/signup/calls.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { removeUnconfirmed } from './jobs.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ clock: fixedClock('2026-06-15T08:00:00Z') })
})
afterAll(() => site.close())

const body = { version: CONSENT_VERSION, language: 'fr' } as const

function consentsOf({ userId }: Pick<Member, 'userId'>) {
  return site.context.db.selectFrom('consents').selectAll().where('userId', '=', userId).execute()
}

async function needsConsent(member: Member) {
  return (await site.call(getUser, {}, member)).reply?.user?.needs_consent
}

test('the sign-up stores the consent with time, version and language', async () => {
  const email = 'consenting@example.com'
  const { reply } = await site.call(signUp, {
    body: {
      email,
      password: 'tulip-Radiator',
      name: 'Anna',
      birthDate: '1995-05-05',
      gender: 'female',
      lookingFor: 'male',
      country: 'NL',
      region: 'Utrecht',
      city: 'Utrecht',
      language: 'fr',
      consent: true,
      consentVersion: CONSENT_VERSION,
    },
  })
  expect(reply?.user?.needs_consent).toBe(false)
  const { id } = await site.context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(await consentsOf({ userId: id })).toEqual([
    { userId: id, kind: 'membership', version: CONSENT_VERSION, language: 'fr', givenAt: site.clock.now() },
  ])
})

test('a member whose consent is to an older text is asked, and agrees once', async () => {
  const ana = await buildMember(site.context, { hasConsented: false })
  const older = { userId: ana.userId, kind: 'membership', version: '2020-01-01', language: 'en', givenAt: new Date(0) }
  await site.context.db.insertInto('consents').values(older).execute()
  expect(await needsConsent(ana)).toBe(true)

  const { status, reply } = await site.call(giveConsent, { body }, ana)
  expect({ status, needsConsent: reply?.user?.needs_consent }).toEqual({ status: 200, needsConsent: false })
  const stored = await consentsOf(ana)
  expect(stored).toHaveLength(2)

  site.clock.advance(MINUTE)
  expect((await site.call(giveConsent, { body: { ...body, language: 'en' } }, ana)).status).toBe(200)
  expect(await consentsOf(ana)).toEqual(stored)
})

test('the consent of one member is not that of another', async () => {
  const [ana, ben] = [
    await buildMember(site.context, { hasConsented: false }),
    await buildMember(site.context, { hasConsented: false }),
  ]
  await site.call(giveConsent, { body }, ana)
  expect(await needsConsent(ben)).toBe(true)
})

test('a visitor is rejected', async () => {
  expect((await site.call(giveConsent, { body })).error?.code).toBe('authentication_required')
})

test('the consent to another version is rejected and not stored', async () => {
  const ana = await buildMember(site.context, { hasConsented: false })
  const { status, error } = await site.call(giveConsent, { body: { ...body, version: '2020-01-01' } }, ana)
  expect({ status, code: error?.code }).toEqual({ status: 409, code: 'accounts.consent_outdated' })
  expect(await consentsOf(ana)).toEqual([])
})

test('the consent is erased with the account', async () => {
  const ana = await buildMember(site.context, { isConfirmed: false })
  expect(await consentsOf(ana)).toHaveLength(1)
  site.clock.advance(UNCONFIRMED_DAYS * DAY + MINUTE)
  await site.context.jobs.enqueue(site.context.db, removeUnconfirmed, {})
  await site.context.jobs.runDue()
  expect(await consentsOf(ana)).toEqual([])
})
