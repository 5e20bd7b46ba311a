import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AGE_ESTIMATE_MARGIN } from '#contract/limits.ts'
import { MINUTE } from '#contract/time.ts'
import { startFakeYoti, type FakeYoti } from '#tests/support/fakes/fake-yoti.ts'
import { demoAgeProvider, withDemoOutcome } from './age-provider.ts'
import { toAgeProvider } from './age-provider-config.ts'
import { createAgeProvider } from './create-age-provider.ts'
import { openYoti } from './yoti.ts'

let yoti: FakeYoti

beforeAll(async () => {
  yoti = await startFakeYoti()
})
afterAll(() => yoti.api.close())
beforeEach(() => {
  yoti.api.fault = null
})

const check = { reference: 'abc', minimumAge: 19, ttlMs: 30 * MINUTE, returnUrl: 'https://site.example/age-check' }

test('a check is one request of the documented form, and its page names the session', async () => {
  const provider = openYoti(yoti.account)
  const id = await provider.open(check)
  expect(yoti.api.requests.at(-1)?.body).toEqual({
    type: 'OVER',
    age_estimation: { allowed: true, threshold: 19 + AGE_ESTIMATE_MARGIN, level: 'PASSIVE' },
    digital_id: { allowed: true, threshold: 19, level: 'NONE' },
    doc_scan: { allowed: true, threshold: 19, authenticity: 'AUTO', level: 'PASSIVE' },
    ttl: 1800,
    reference_id: 'abc',
    callback: { auto: true, url: check.returnUrl },
    cancel_url: check.returnUrl,
    resume_enabled: true,
    synchronous_checks: true,
  })
  expect(provider.pageOf(id)).toBe(`${yoti.origin}/?sessionId=${id}&sdkId=${yoti.account.sdkId}`)
})

test.each([
  ['PENDING', 'pending'],
  ['IN_PROGRESS', 'pending'],
  ['COMPLETE', 'passed'],
  ['FAIL', 'failed'],
  ['ERROR', 'failed'],
  ['CANCELLED', 'failed'],
  ['EXPIRED', 'failed'],
  ['A_STATUS_OF_LATER', 'pending'],
])('the status %s is %s', async (status, outcome) => {
  const provider = openYoti(yoti.account)
  const id = await provider.open(check)
  yoti.setStatus(status)
  expect(await provider.outcomeOf(id)).toBe(outcome)
})

test('a wrong key, an unknown session and an API that is down are errors that name no key', async () => {
  const wrong = openYoti({ ...yoti.account, apiKey: 'another key' })
  await expect(wrong.open(check)).rejects.toThrow(/status 403$/)
  await expect(openYoti(yoti.account).outcomeOf('unknown')).rejects.toThrow(/status 404$/)
  yoti.api.fault = 'cut'
  await expect(openYoti(yoti.account).open(check)).rejects.toThrow('fetch failed')
})

test('the provider is the account, in a demo without one the page of the demo, elsewhere none', () => {
  expect(createAgeProvider({ mode: 'production', ageProvider: yoti.account })?.name).toBe('Yoti')
  expect(createAgeProvider({ mode: 'demo', ageProvider: null })).toBe(demoAgeProvider)
  expect(createAgeProvider({ mode: 'production', ageProvider: null })).toBeNull()
})

test('an address without SDK id or key is no account', () => {
  expect(toAgeProvider(yoti.providerUrl)).toEqual(yoti.account)
  expect([toAgeProvider('https://age.yoti.com'), toAgeProvider('https://sdk@age.yoti.com')]).toEqual([null, null])
})

test('the outcome of the demo is what its page has chosen, the last choice counts', async () => {
  const id = await demoAgeProvider.open(check)
  expect(await demoAgeProvider.outcomeOf(id)).toBe('pending')
  const failed = withDemoOutcome(id, 'failed')
  expect(await demoAgeProvider.outcomeOf(failed)).toBe('failed')
  expect(await demoAgeProvider.outcomeOf(withDemoOutcome(failed, 'passed'))).toBe('passed')
})
