import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAgeCheck, startAgeCheck } from '#contract/accounts/age-check-calls.ts'
import { getUser } from '#contract/accounts/calls.ts'
import { AGE_CHECK_MS, AGE_CHECK_QUOTAS, AGE_ESTIMATE_MARGIN, MINIMUM_AGE } from '#contract/limits.ts'
import { MINUTE } from '#contract/time.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { startFakeYoti, type FakeYoti } from '#tests/support/fakes/fake-yoti.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let yoti: FakeYoti

beforeAll(async () => {
  yoti = await startFakeYoti()
  site = await startTestApp({ environment: { AGE_PROVIDER_URL: yoti.providerUrl, LOG_LEVEL: 'silent' } })
  const siteId = site.context.sites.of('localhost').id
  await changeSettings(site.context, { siteId, settings: { age_check_countries: ['GB'] } })
  await site.context.events.drain()
})
afterAll(async () => {
  await site.close()
  await yoti.api.close()
})
beforeEach(() => {
  yoti.api.fault = null
})

const build = () => buildMember(site.context, { country: 'GB' })
const start = (member?: Member) => site.call(startAgeCheck, {}, member)
const stateOf = async (member: Member) => (await site.call(getAgeCheck, {}, member)).reply?.ageCheck
const mustAssure = async (member: Member) => (await site.call(getUser, {}, member)).reply?.user?.must_assure_age
const sessionIn = (url = '') => new URL(url).searchParams.get('sessionId') ?? ''
const storedOf = ({ userId }: Member) =>
  site.context.db
    .selectFrom('users')
    .select(['ageAssuredAt', 'ageCheckId', 'ageCheckExpiresAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
const nothing = { ageAssuredAt: null, ageCheckId: null, ageCheckExpiresAt: null }

async function setCountry({ userId }: Member, country: 'GB' | 'NL') {
  await site.context.db.updateTable('profiles').set({ country }).where('userId', '=', userId).execute()
}

/** Starts a check. Returns its session at the provider. */
async function started(member: Member) {
  return sessionIn((await start(member)).reply?.url)
}

/** Runs the jobs of checks whose time is over. For the queue all are: the clock of the machine is ahead. */
async function runJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
    where payload ->> 'expiresAt' > ${site.clock.now().toISOString()}`.execute(site.context.db)
  await site.context.jobs.runDue()
}

describe('who must have the age confirmed', () => {
  test('is a member in a country of the setting, also after a move away and back', async () => {
    const member = await build()
    expect([await mustAssure(member), (await stateOf(member))?.state]).toEqual([true, 'needed'])
    await setCountry(member, 'NL')
    expect([await mustAssure(member), (await stateOf(member))?.state]).toEqual([false, 'not_needed'])
    expect((await start(member)).reply).toEqual({ url: '/age-check' })
    await setCountry(member, 'GB')
    expect(await mustAssure(member)).toBe(true)
  })

  test('is no member whose age was confirmed, wherever they move', async () => {
    const member = await build()
    yoti.sessions.set(await started(member), 'COMPLETE')
    expect((await stateOf(member))?.state).toBe('passed')
    for (const country of ['NL', 'GB'] as const) {
      await setCountry(member, country)
      expect([await mustAssure(member), (await stateOf(member))?.state]).toEqual([false, 'passed'])
    }
  })

  test('is no visitor, who can start nothing', async () => {
    expect((await start()).error).toMatchObject({ code: 'authentication_required' })
    expect((await site.call(getAgeCheck, {})).error).toMatchObject({ code: 'authentication_required' })
  })
})

describe('a check', () => {
  test('gives the provider a random reference and the minimum age, and nothing about the member', async () => {
    const member = await build()
    const { reply } = await start(member)
    const request = yoti.api.requests.at(-1)
    expect(request?.body).toMatchObject({
      age_estimation: { threshold: MINIMUM_AGE + AGE_ESTIMATE_MARGIN },
      doc_scan: { threshold: MINIMUM_AGE },
      callback: { auto: true, url: `${site.context.config.publicUrl}/age-check` },
    })
    const sent = JSON.stringify([request?.body, request?.headers, reply?.url])
    for (const personal of [member.profileId, member.name, member.email, String(member.userId), '1995'])
      expect(sent).not.toContain(personal)
    expect(reply?.url).toContain(`${yoti.origin}/?sessionId=`)
  })

  test('is the same one while it is open, however often it is started', async () => {
    const member = await build()
    const before = yoti.sessions.size
    const urls = await Promise.all([1, 2, 3].map(async () => (await start(member)).reply?.url))
    const later = (await start(member)).reply?.url
    expect(new Set([...urls, later]).size).toBe(1)
    // Concurrent ones may each have opened a session, of which the first counts.
    expect(sessionIn(later)).toBe((await storedOf(member)).ageCheckId)
    expect(yoti.sessions.size - before).toBeLessThanOrEqual(3)
  })

  test('is limited for each member', async () => {
    const member = await build()
    const max = AGE_CHECK_QUOTAS.perMember[0]?.max ?? 0
    for (let n = 0; n < max; n += 1) expect((await start(member)).status).toBe(200)
    expect((await start(member)).error).toMatchObject({ code: 'request.too_many' })
  })

  test('that passes is stored by its time alone', async () => {
    const member = await build()
    const session = await started(member)
    expect(await stateOf(member)).toEqual({ state: 'waiting', assuredAt: null, provider: 'Yoti' })
    yoti.sessions.set(session, 'COMPLETE')
    const at = site.clock.now()
    expect(await stateOf(member)).toEqual({ state: 'passed', assuredAt: at.toISOString(), provider: 'Yoti' })
    expect(await storedOf(member)).toEqual({ ...nothing, ageAssuredAt: at })
    expect(await mustAssure(member)).toBe(false)
    site.clock.advance(MINUTE)
    expect(await stateOf(member)).toMatchObject({ state: 'passed', assuredAt: at.toISOString() })
    expect((await start(member)).reply).toEqual({ url: '/age-check' })
  })

  test('that has passed is noticed by the next start too', async () => {
    const member = await build()
    yoti.sessions.set(await started(member), 'COMPLETE')
    site.clock.advance(AGE_CHECK_MS)
    expect((await start(member)).reply).toEqual({ url: '/age-check' })
    expect(await mustAssure(member)).toBe(false)
  })

  test('does not pass by what the browser brings back', async () => {
    const member = await build()
    const session = await started(member)
    const { cookie } = member
    const url = `/api/age-check?sessionId=${session}&status=COMPLETE`
    await site.app.inject({ url, headers: { cookie } })
    expect([(await stateOf(member))?.state, await mustAssure(member)]).toEqual(['waiting', true])
  })

  test('does not pass for another member', async () => {
    const [member, other] = [await build(), await build()]
    const session = await started(member)
    await started(other)
    yoti.sessions.set(session, 'COMPLETE')
    expect((await stateOf(other))?.state).toBe('waiting')
    expect((await stateOf(member))?.state).toBe('passed')
  })

  test.each(['FAIL', 'ERROR', 'CANCELLED'])(
    'that ends with %s leaves nothing, and another one can be started',
    async (status) => {
      const member = await build()
      const session = await started(member)
      yoti.sessions.set(session, status)
      expect(await stateOf(member)).toMatchObject({ state: 'failed', assuredAt: null })
      expect(await storedOf(member)).toEqual(nothing)
      expect([(await stateOf(member))?.state, await mustAssure(member)]).toEqual(['needed', true])
      const next = await started(member)
      expect(next).not.toBe(session)
      yoti.sessions.set(next, 'COMPLETE')
      expect((await stateOf(member))?.state).toBe('passed')
    },
  )
})

describe('while the provider is down', () => {
  test('no check starts, and nothing is stored', async () => {
    const member = await build()
    for (const fault of [500, 'cut'] as const) {
      yoti.api.fault = fault
      const answer = await start(member)
      expect([answer.status, answer.error?.code]).toEqual([503, 'accounts.age_check_unavailable'])
    }
    expect(await storedOf(member)).toEqual(nothing)
    yoti.api.fault = null
    expect((await start(member)).status).toBe(200)
  })

  test('an open check waits', async () => {
    const member = await build()
    const session = await started(member)
    yoti.sessions.set(session, 'COMPLETE')
    yoti.api.fault = 500
    expect((await stateOf(member))?.state).toBe('waiting')
    yoti.api.fault = null
    expect((await stateOf(member))?.state).toBe('passed')
  })
})

describe('a check whose member does not come back', () => {
  test('is settled when its time is over', async () => {
    const [done, left] = [await build(), await build()]
    yoti.sessions.set(await started(done), 'COMPLETE')
    await started(left)
    await runJobs()
    expect((await storedOf(done)).ageAssuredAt).toBeNull()
    site.clock.advance(AGE_CHECK_MS)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(site.context.db)
    await runJobs()
    expect(await storedOf(done)).toEqual({ ...nothing, ageAssuredAt: site.clock.now() })
    expect(await storedOf(left)).toEqual(nothing)
    expect((await stateOf(left))?.state).toBe('needed')
  })

  test('does not end the next one', async () => {
    const member = await build()
    const first = await started(member)
    site.clock.advance(AGE_CHECK_MS)
    const second = await started(member)
    expect(second).not.toBe(first)
    yoti.sessions.set(second, 'FAIL')
    await runJobs()
    expect((await storedOf(member)).ageCheckId).toBe(second)
  })

  test('ends on the page too once its time is over', async () => {
    const member = await build()
    await started(member)
    site.clock.advance(AGE_CHECK_MS)
    expect((await stateOf(member))?.state).toBe('needed')
    expect(await storedOf(member)).toEqual(nothing)
  })
})
