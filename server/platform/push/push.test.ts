import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { startPushService, type PushService } from '#tests/support/fakes/fake-push-service.ts'
import { pushSubscription } from '#tests/support/fakes/push.ts'
import { createPush, type Push } from './push.ts'

const log = createLog({ logLevel: 'silent' })
const config = {
  secret: 's'.repeat(43),
  vapidPrivateKey: undefined,
  publicUrl: 'https://site.example',
  mailFrom: 'noreply@site.example',
}
let service: PushService
let push: Push

beforeAll(async () => {
  service = await startPushService()
  push = createPush({ config: { ...config, pushTestService: service.origin }, log })
})
afterAll(async () => {
  push.close()
  await service.close()
})

const message = { content: { title: 'Rendezvous' }, ttlSeconds: 60, urgency: 'high', topic: 'a-topic' } as const
const targetOf = ({ endpoint, keys }: ReturnType<PushService['subscribe']>) => ({ endpoint, ...keys })

test('the browser alone can read a message, which is signed by the installation', async () => {
  const subscription = service.subscribe()
  expect(await push.send(targetOf(subscription), message)).toEqual({ type: 'sent' })
  const [received] = service.of(subscription)
  expect(received?.content).toEqual({ title: 'Rendezvous' })
  expect(received?.body.includes('Rendezvous')).toBe(false)
  expect(received?.headers).toMatchObject({ ttl: '60', urgency: 'high', topic: 'a-topic' })
  expect(received?.vapid).toMatchObject({ aud: service.origin, sub: config.publicUrl, key: push.publicKey })
})

test('messages have the same size, whatever they say, and 3 KB at most', async () => {
  const subscription = service.subscribe()
  const send = (text: string) => push.send(targetOf(subscription), { ...message, content: { text } })
  for (const text of ['', 'x'.repeat(900), 'é'.repeat(1400)]) await send(text)
  expect(service.of(subscription).map(({ body }) => body.length)).toEqual([1063, 1063, 2983])
  await expect(send('x'.repeat(2900))).rejects.toThrow('2911 bytes')
})

test.each([
  [201, {}, { type: 'sent' }],
  [404, {}, { type: 'gone' }],
  [410, {}, { type: 'gone' }],
  [408, {}, { type: 'later', afterMs: null }],
  [429, { 'retry-after': '120' }, { type: 'later', afterMs: 120_000 }],
  [429, { 'retry-after': '99999999' }, { type: 'later', afterMs: 3_600_000 }],
  [503, { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }, { type: 'later', afterMs: null }],
  [400, {}, { type: 'rejected' }],
  [403, {}, { type: 'rejected' }],
  [413, {}, { type: 'rejected' }],
])('an answer with status %i and %j', async (status, headers, outcome) => {
  service.answers.push({ status, headers })
  expect(await push.send(targetOf(service.subscribe()), message)).toEqual(outcome)
})

test('a redirect is not followed', async () => {
  const asked = vi.fn<() => void>()
  const inside = createServer((_request, response) => {
    asked()
    response.end()
  })
  await new Promise<void>((resolve) => {
    inside.listen(0, '127.0.0.1', resolve)
  })
  const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`
  service.answers.push({ status: 307, headers: { location } })
  expect(await push.send(targetOf(service.subscribe()), message)).toEqual({ type: 'rejected' })
  expect(asked).not.toHaveBeenCalled()
  inside.close()
})

test('a service that does not answer in time, or is not there, is tried again', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const impatient = createPush({ config: { ...config, pushTestService: origin }, log, timeoutMs: 50 })
  const target = targetOf(pushSubscription(`${origin}/a`))
  expect(await impatient.send(target, message)).toEqual({ type: 'later', afterMs: null })
  silent.closeAllConnections()
  silent.close()
  expect(await impatient.send(target, message)).toEqual({ type: 'later', afterMs: null })
  impatient.close()
})

test('nothing is sent to another host than a push service', async () => {
  expect(await push.send(targetOf(pushSubscription('https://evil.example/a')), message)).toEqual({ type: 'gone' })
  expect(await push.send(targetOf(pushSubscription('http://127.0.0.1:1/a')), message)).toEqual({ type: 'gone' })
})
