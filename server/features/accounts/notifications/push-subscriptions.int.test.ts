import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { logOut } from '#contract/accounts/calls.ts'
import { PUSH_SUBSCRIPTIONS_PER_MEMBER } from '#contract/limits.ts'
import * as contract from '#contract/accounts/calls.ts'
import type * as schemas from '#contract/accounts/schemas.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { pushSubscription } from '#tests/support/fakes/push.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const keyOfSite = () => site.context.sites.of('localhost').settings.push_public_key

async function useKey(push_public_key: string) {
  await changeSettings(site.context, { siteId: site.context.sites.of('localhost').id, settings: { push_public_key } })
}

const subscribe = (member: Member | undefined, subscription: object = pushSubscription(), replaces?: string) =>
  site.call(
    contract.subscribePush,
    { body: { subscription: subscription as schemas.PushSubscriptionForm, ...(replaces && { replaces }) } },
    ...(member ? [member] : []),
  )
const forget = (member: Member, { endpoint }: { endpoint: string }) =>
  site.call(contract.unsubscribePush, { body: { endpoint } }, member)

async function stored({ userId }: Member) {
  const rows = await site.context.db
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

describe('a push subscription', () => {
  test('is stored once, however often it is sent, and forgotten on request', async () => {
    const member = await buildMember(site.context)
    const subscription = pushSubscription()
    const replies = await Promise.all([1, 2, 3].map(() => subscribe(member, subscription)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored(member)).toEqual([subscription.endpoint])
    expect((await forget(member, subscription)).status).toBe(200)
    expect((await forget(member, subscription)).status).toBe(200)
    expect(await stored(member)).toEqual([])
  })

  test('is stored by the former path of the call too, which stays the log-in without `push=1`', async () => {
    const member = await buildMember(site.context)
    const subscription = pushSubscription()
    const post = (url: string) =>
      site.app.inject({ method: 'POST', url, headers: { cookie: member.cookie }, payload: { subscription } })
    expect((await post('/api/user.php?push=1')).statusCode).toBe(200)
    expect(await stored(member)).toEqual([subscription.endpoint])
    expect((await post('/api/user.php?push=10')).json()).toMatchObject({ error: { code: 'request.invalid' } })
  })

  test('of a visitor is rejected', async () => {
    expect((await subscribe(undefined)).error?.code).toBe('authentication_required')
  })

  test('of a shared browser belongs to the member who is logged in there now', async () => {
    const [first, second] = [await buildMember(site.context), await buildMember(site.context)]
    const subscription = pushSubscription()
    await subscribe(first, subscription)
    await subscribe(second, subscription)
    expect([await stored(first), await stored(second)]).toEqual([[], [subscription.endpoint]])
    await forget(first, subscription)
    expect(await stored(second)).toHaveLength(1)
  })

  test('that replaces one of another member is not stored', async () => {
    const [first, second] = [await buildMember(site.context), await buildMember(site.context)]
    const [before, after] = [pushSubscription(), pushSubscription()]
    await subscribe(first, before)
    expect((await subscribe(second, after, before.endpoint)).status).toBe(200)
    expect([await stored(first), await stored(second)]).toEqual([[before.endpoint], []])
    await subscribe(first, after, before.endpoint)
    expect(await stored(first)).toEqual([after.endpoint])
  })

  test('ends with the session of its browser', async () => {
    const member = await buildMember(site.context)
    await subscribe(member)
    await site.call(logOut, {}, member)
    expect(await stored(member)).toEqual([])
  })

  test('over the limit replaces the oldest', async () => {
    const member = await buildMember(site.context)
    const endpoints: string[] = []
    for (let index = 0; index <= PUSH_SUBSCRIPTIONS_PER_MEMBER; index += 1) {
      const subscription = pushSubscription()
      site.clock.advance(1000)
      await subscribe(member, subscription)
      endpoints.push(subscription.endpoint)
    }
    expect((await stored(member)).toSorted()).toEqual(endpoints.slice(1).toSorted())
  })

  test('that a member takes over is their newest one', async () => {
    const [first, second] = [await buildMember(site.context), await buildMember(site.context)]
    const shared = pushSubscription()
    await subscribe(first, shared)
    for (let n = 0; n < PUSH_SUBSCRIPTIONS_PER_MEMBER; n += 1) {
      site.clock.advance(1000)
      await subscribe(second)
    }
    site.clock.advance(1000)
    await subscribe(second, shared)
    expect(await stored(second)).toHaveLength(PUSH_SUBSCRIPTIONS_PER_MEMBER)
    expect((await stored(second)).at(-1)).toBe(shared.endpoint)
  })

  test('is not stored on a site that has turned push messages off', async () => {
    const member = await buildMember(site.context)
    expect(keyOfSite()).toBe(site.context.push.publicKey)
    await useKey('')
    await vi.waitUntil(() => keyOfSite() === '')
    expect((await subscribe(member)).error?.code).toBe('accounts.push_unavailable')
    // Another key could not send: the site keeps its own.
    await useKey('BPush')
    await vi.waitUntil(() => keyOfSite() === site.context.push.publicKey)
    expect((await subscribe(member)).status).toBe(200)
  })
})

test.each([
  'https://push.example.com/a',
  'http://fcm.googleapis.com/a',
  'https://fcm.googleapis.com.evil.example/a',
  'https://localhost/a',
  'https://localhost./a',
  'https://push.localhost/a',
  'https://127.0.0.1/a',
  'https://127.1/a',
  'https://0x7f000001/a',
  'https://2130706433/a',
  'https://[::1]/a',
  'https://[fd00::1]/a',
  'https://10.0.0.8/a',
  'https://192.168.1.1/a',
  'https://169.254.169.254/latest/meta-data',
  'https://redis.internal/a',
  'https://printer.local/a',
  'https://database/a',
  'https://fcm.googleapis.com:8443/a',
  'https://user:password@fcm.googleapis.com/a',
  'javascript:alert(1)',
  'push',
])('the endpoint %s is rejected', async (endpoint) => {
  const member = await buildMember(site.context)
  expect((await subscribe(member, pushSubscription(endpoint))).error?.code).toBe('accounts.push_endpoint_invalid')
  expect(await stored(member)).toEqual([])
})

test('a key with which nothing can be encrypted is rejected', async () => {
  const member = await buildMember(site.context)
  const { keys, ...rest } = pushSubscription()
  const invalid = { ...rest, keys: { ...keys, p256dh: 'p'.repeat(87) } }
  expect((await subscribe(member, invalid)).error?.code).toBe('accounts.push_endpoint_invalid')
})

test.each([
  ['a long endpoint', { endpoint: `https://push.example.com/${'x'.repeat(1000)}` }],
  ['an endpoint with NUL', { endpoint: 'https://push.example.com/\0' }],
  ['an endpoint with half a character', { endpoint: 'https://push.example.com/\ud800' }],
  ['no keys', { keys: {} }],
  ['a short key', { keys: { ...pushSubscription().keys, p256dh: 'short' } }],
  ['a long secret', { keys: { ...pushSubscription().keys, auth: 'x'.repeat(500) } }],
  ['an unknown field', { more: true }],
])('%s is rejected', async (_, change) => {
  const member = await buildMember(site.context)
  expect((await subscribe(member, { ...pushSubscription(), ...change })).status).toBe(400)
})
