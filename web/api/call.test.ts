import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { beforeErrorsOfCalls, call, requestOf, whenAuthenticationRequired } from './call.ts'
import type { ApiReply, ApiRequest } from './transport.ts'

const readThingSchemas = {
  summary: 'A thing.',
  params: z.object({ id: z.string() }),
  query: z.object({ tags: z.array(z.string()).optional(), page: z.number().optional() }),
  reply: z.object({ name: z.string() }),
}
const readThing = endpoint<typeof readThingSchemas>('GET', '/api/things/:id', 'member')

const makeThingSchemas = {
  summary: 'Makes a thing.',
  body: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
}
const makeThing = endpoint<typeof makeThingSchemas>('POST', '/api/things', 'member')

const input = { params: { id: 'a b' }, query: {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('params and query become part of the URL, the body becomes JSON', () => {
  expect(requestOf(readThing, { params: { id: 'a/b' }, query: { tags: ['x', 'y'], page: 2 } })).toEqual({
    method: 'GET',
    url: '/api/things/a%2Fb?tags=x&tags=y&page=2',
  })
  expect(requestOf(makeThing, { body: { name: 'n' } })).toEqual({
    method: 'POST',
    url: '/api/things',
    body: '{"name":"n"}',
  })
})

test('a file is sent in one form with the body', () => {
  const { body } = requestOf({ ...makeThing, upload: true }, { body: { name: 'n' } }, new Blob(['x']))
  expect(body).toBeInstanceOf(FormData)
  expect((body as FormData).get('data')).toBe('{"name":"n"}')
  expect((body as FormData).get('file')).toBeInstanceOf(Blob)
})

test('a reply is returned', async () => {
  const { transport } = replyingWith([200, { name: 'n' }])
  await expect(call(readThing, input, { transport })).resolves.toEqual({ name: 'n' })
})

test('an error reply is thrown with its code, values and fields', async () => {
  const error = {
    code: 'profiles.too_young',
    params: { min_age: 18 },
    fields: { birthDate: { code: 'profiles.too_young' } },
  }
  const { transport } = replyingWith([422, { error }])
  await expect(call(readThing, input, { transport })).rejects.toMatchObject({ status: 422, ...error })
})

test('an error page of a proxy is a failed request', async () => {
  const { transport } = replyingWith([400, undefined])
  await expect(call(readThing, input, { transport })).rejects.toMatchObject({ status: 400, code: 'request.failed' })
})

test('a reading call is repeated five times, after longer and longer waits', async () => {
  const { transport, sentAt } = replyingWith([503, undefined])
  const outcome = call(readThing, input, { transport }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ status: 503 })
  expect(sentAt).toHaveLength(6)
  const waits = sentAt.slice(1).map((at, index) => at - sentAt[index]!)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
})

test('a call whose connection is lost is repeated and can succeed', async () => {
  const { transport, sentAt } = replyingWith('lost', 'lost', [200, { name: 'n' }])
  const outcome = call(readThing, input, { transport })
  await vi.runAllTimersAsync()
  await expect(outcome).resolves.toEqual({ name: 'n' })
  expect(sentAt).toHaveLength(3)
})

test('a call without any reply fails as unreachable', async () => {
  const { transport } = replyingWith('lost')
  const outcome = call(readThing, input, { transport }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ status: 0, code: 'request.unreachable' })
})

test.each([500, 502, 503])('a changing call is repeated after %i, with the same id', async (status) => {
  const { transport, sentAt, ids } = replyingWith([status, undefined], [status, undefined], [200, { name: 'n' }])
  const outcome = call(makeThing, { body: { name: 'n' } }, { transport })
  await vi.runAllTimersAsync()
  await expect(outcome).resolves.toEqual({ name: 'n' })
  expect(sentAt).toHaveLength(3)
  expect(ids[0]).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(ids).size).toBe(1)
})

test('only a changing call needs an id, and one with an id in its body no other', async () => {
  const { transport, ids } = replyingWith([200, { name: 'n' }])
  await call(readThing, input, { transport })
  await call(makeThing, { body: { name: 'n', clientId: 'c' } as never }, { transport })
  await call(makeThing, { body: { name: 'n' } }, { transport })
  await call(makeThing, { body: { name: 'n' } }, { transport })
  expect([ids[0], ids[1], typeof ids[2]]).toEqual([undefined, undefined, 'string'])
  expect(ids[3]).not.toBe(ids[2])
})

test('without a connection a changing call waits for one, and a reading one fails', async () => {
  const device = { onLine: false }
  const events = new EventTarget()
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  const reading = replyingWith('lost')
  await expect(call(readThing, input, { transport: reading.transport })).rejects.toMatchObject({ status: 0 })
  expect(reading.sentAt).toHaveLength(1)

  const changing = replyingWith('lost', 'lost', [200, { name: 'n' }])
  const outcome = call(makeThing, { body: { name: 'n' } }, { transport: changing.transport })
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(changing.sentAt).toHaveLength(1)
  device.onLine = true
  events.dispatchEvent(new Event('online'))
  await vi.runAllTimersAsync()
  await expect(outcome).resolves.toEqual({ name: 'n' })
  expect(new Set(changing.ids).size).toBe(1)

  device.onLine = false
  const own = replyingWith('lost')
  const discarded = call(makeThing, { body: { name: 'n' } }, { transport: own.transport, waitsOffline: false })
  await expect(discarded).rejects.toMatchObject({ status: 0 })
  vi.unstubAllGlobals()
})

test('a call can be sent once', async () => {
  const { transport, sentAt } = replyingWith([503, undefined])
  await expect(call(readThing, input, { transport, isRepeatable: false })).rejects.toThrow('request.failed')
  expect(sentAt).toHaveLength(1)
})

test('a wait set by the server is respected, unless it is too long', async () => {
  const short = replyingWith([429, undefined, 3], [200, { name: 'n' }])
  const outcome = call(readThing, input, { transport: short.transport })
  await vi.runAllTimersAsync()
  await outcome
  expect(short.sentAt[1]! - short.sentAt[0]!).toBeGreaterThan(2000)

  const long = replyingWith([429, { error: { code: 'request.too_many' } }, 600])
  await expect(call(readThing, input, { transport: long.transport })).rejects.toMatchObject({
    code: 'request.too_many',
  })
  expect(long.sentAt).toHaveLength(1)
})

test('the handler for a required log-in is called, except for the user call', async () => {
  const onRequired = vi.fn<() => void>()
  whenAuthenticationRequired(onRequired)
  const { transport } = replyingWith([403, { error: { code: 'authentication_required' } }])
  await expect(call({ ...makeThing, path: '/api/user' }, { body: { name: 'n' } }, { transport })).rejects.toThrow(
    'authentication_required',
  )
  expect(onRequired).not.toHaveBeenCalled()
  await expect(call(readThing, input, { transport })).rejects.toThrow('authentication_required')
  expect(onRequired).toHaveBeenCalledOnce()
})

test('an error is thrown after its text was loaded', async () => {
  const events: string[] = []
  beforeErrorsOfCalls(async (code) => {
    await Promise.resolve()
    events.push(`text of ${code}`)
  })
  const { transport } = replyingWith([402, { error: { code: 'credits.insufficient' } }])
  await call(readThing, input, { transport }).catch(({ message }: Error) => events.push(`thrown: ${message}`))
  expect(events).toEqual(['text of credits.insufficient', 'thrown: credits.insufficient'])
})

/** A transport that replies with these in turn, then always with the last; records the request times. */
function replyingWith(...replies: ('lost' | [status: number, body: unknown, retryAfterSeconds?: number])[]) {
  const sentAt: number[] = []
  const ids: (string | undefined)[] = []
  async function transport({ clientId }: ApiRequest): Promise<ApiReply> {
    ids.push(clientId)
    const reply = replies[Math.min(sentAt.length, replies.length - 1)]!
    sentAt.push(Date.now())
    if (reply === 'lost') throw new TypeError('fetch failed')
    const [status, body, retryAfterSeconds = null] = reply
    return { status, body, retryAfterSeconds }
  }
  return { transport, sentAt, ids }
}
