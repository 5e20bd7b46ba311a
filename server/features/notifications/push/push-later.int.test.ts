import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribePush } from '#contract/accounts/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { chatOn } from '#tests/support/chat.ts'
import { startPushService, type PushService } from '#tests/support/fakes/fake-push-service.ts'
import { noticesOn } from '#tests/support/notices.ts'

// What changes between the decision about a push message and an attempt to send it (NOTE-8).

let service: PushService
let site: TestApp

beforeAll(async () => {
  service = await startPushService()
  site = await startTestApp({
    // Later than the clock of the database, by which jobs wait.
    clock: fixedClock('2040-06-15T12:00:00Z'),
    environment: { PUSH_TEST_SERVICE: service.origin, LOG_LEVEL: 'silent' },
  })
})
afterAll(async () => {
  await site.close()
  await service.close()
})

/** Builds a member whose browser is subscribed, and another one who writes to the member. */
async function written(text = 'Shall we sail on Sunday?') {
  const { away, choose, setActive } = noticesOn(site)
  const [anna, ben] = [await away(), await away({ name: 'Benedict' })]
  const browser = service.subscribe()
  expect((await site.call(subscribePush, { body: { subscription: browser } }, anna)).status).toBe(200)
  await setActive(anna, DAY)
  await choose(anna, { isDetailed: true })
  await chatOn(site).say(ben, anna, text)
  await site.context.events.drain()
  return { anna, ben, browser }
}

/** Runs the jobs that wait, as if their time had come. */
async function runWaiting() {
  await site.context.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await site.context.jobs.runDue()
}

test('the text is that of the choice at the time of sending, and is not in the queue', async () => {
  const { anna, browser } = await written()
  const { rows } = await site.context.database.pool.query('select payload from graphile_worker._private_jobs')
  expect(JSON.stringify(rows)).not.toMatch(/Benedict|sail/)
  await noticesOn(site).choose(anna, { isDetailed: false })
  await runWaiting()
  const [received] = service.of(browser)
  expect(received?.content).toMatchObject({ body: 'You have an unread message.' })
  expect(JSON.stringify(received?.content)).not.toMatch(/Benedict|sail/)
})

test('an attempt that falls into the quiet hours waits until they end', async () => {
  const { anna, browser } = await written()
  service.answers.push({ status: 503 })
  await runWaiting()
  expect(service.of(browser)).toHaveLength(1)
  const quiet = { from: 12 * 60, to: 14 * 60 }
  const quietHours = JSON.stringify(Array.from({ length: 7 }, () => quiet))
  await noticesOn(site).choose(anna, { quietHours, timeZone: 'UTC' })
  await runWaiting()
  expect(service.of(browser)).toHaveLength(1)
  site.clock.advance(2 * HOUR)
  await runWaiting()
  expect(service.of(browser).at(-1)?.content).toMatchObject({ body: expect.stringContaining('sail') })
  expect(service.of(browser)).toHaveLength(2)
})

test('a site that turns push messages off sends none, also to browsers that are subscribed', async () => {
  const { id } = site.context.sites.of('localhost')
  const { browser, ben, anna } = await written()
  await changeSettings(site.context, { siteId: id, settings: { push_public_key: '' } })
  await runWaiting()
  await chatOn(site).say(ben, anna)
  await site.context.events.drain()
  await runWaiting()
  expect(service.of(browser)).toEqual([])
  const reasons = await site.context.db
    .selectFrom('noticeLog')
    .select('reason')
    .where('userId', '=', anna.userId)
    .where('channel', '=', 'push')
    .execute()
  expect(reasons).toEqual([{ reason: 'no_subscription' }, { reason: 'no_subscription' }])
  await changeSettings(site.context, { siteId: id, settings: { push_public_key: site.context.push.publicKey } })
})
