import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { call, requestOf, whenAuthenticationRequired } from './call.ts'
import type { ApiReply, ApiRequest } from './transport.ts'

const readThing = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'member',
  summary: 'A thing.',
  params: z.object({ id: z.string() }),
  query: z.object({ tags: z.array(z.string()).optional(), page: z.number().optional() }),
  reply: z.object({ name: z.string() }),
})

const makeThing = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'member',
  summary: 'Makes a thing.',
  body: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
})

const input = { params: { id: 'a b' }, query: {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('params, query and body go to their places', () => {
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

test('a file travels in a form with its body', () => {
  const { body } = requestOf({ ...makeThing, upload: true }, { body: { name: 'n' } }, new Blob(['x']))
  expect(body).toBeInstanceOf(FormData)
  expect((body as FormData).get('data')).toBe('{"name":"n"}')
  expect((body as FormData).get('file')).toBeInstanceOf(Blob)
})

test('a reply is returned', async () => {
  const { transport } = answering([200, { name: 'n' }])
  await expect(call(readThing, input, { transport })).resolves.toEqual({ name: 'n' })
})

test('a rejection is thrown with its code, values and fields', async () => {
  const error = {
    code: 'profiles.too_young',
    params: { min_age: 18 },
    fields: { birthDate: { code: 'profiles.too_young' } },
  }
  const { transport } = answering([422, { error }])
  await expect(call(readThing, input, { transport })).rejects.toMatchObject({ status: 422, ...error })
})

test('a page of a proxy in place of an answer is a failed request', async () => {
  const { transport } = answering([500, undefined])
  await expect(call(readThing, input, { transport })).rejects.toMatchObject({ status: 500, code: 'request.failed' })
})

test('reading is tried again up to five times, each wait longer', async () => {
  const { transport, sentAt } = answering([503, undefined])
  const outcome = call(readThing, input, { transport }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ status: 503 })
  expect(sentAt).toHaveLength(6)
  const waits = sentAt.slice(1).map((at, index) => at - sentAt[index]!)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
})

test('a lost connection is tried again and can still succeed', async () => {
  const { transport, sentAt } = answering('lost', 'lost', [200, { name: 'n' }])
  const outcome = call(readThing, input, { transport })
  await vi.runAllTimersAsync()
  await expect(outcome).resolves.toEqual({ name: 'n' })
  expect(sentAt).toHaveLength(3)
})

test('without any answer the code says so', async () => {
  const { transport } = answering('lost')
  const outcome = call(readThing, input, { transport }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ status: 0, code: 'request.unreachable' })
})

test('a changing call is sent once, unless it can be repeated', async () => {
  const once = answering([503, undefined])
  await expect(call(makeThing, { body: { name: 'n' } }, { transport: once.transport })).rejects.toThrow(
    'request.failed',
  )
  expect(once.sentAt).toHaveLength(1)

  const often = answering([503, undefined])
  const outcome = call(makeThing, { body: { name: 'n' } }, { transport: often.transport, isRepeatable: true })
  const settled = outcome.catch(() => null)
  await vi.runAllTimersAsync()
  await settled
  expect(often.sentAt).toHaveLength(6)
})

test('a wait that the server asks for is kept, and one too long is not waited for', async () => {
  const short = answering([429, undefined, 3], [200, { name: 'n' }])
  const outcome = call(readThing, input, { transport: short.transport })
  await vi.runAllTimersAsync()
  await outcome
  expect(short.sentAt[1]! - short.sentAt[0]!).toBeGreaterThan(2000)

  const long = answering([429, { error: { code: 'request.too_many' } }, 600])
  await expect(call(readThing, input, { transport: long.transport })).rejects.toMatchObject({
    code: 'request.too_many',
  })
  expect(long.sentAt).toHaveLength(1)
})

test('a rejection for want of a log-in is told, except by the user call', async () => {
  const told = vi.fn<() => void>()
  whenAuthenticationRequired(told)
  const { transport } = answering([403, { error: { code: 'authentication_required' } }])
  await expect(call({ ...makeThing, path: '/api/user' }, { body: { name: 'n' } }, { transport })).rejects.toThrow(
    'authentication_required',
  )
  expect(told).not.toHaveBeenCalled()
  await expect(call(readThing, input, { transport })).rejects.toThrow('authentication_required')
  expect(told).toHaveBeenCalledOnce()
})

/** A transport that gives these answers in turn, and the last one for ever; notes when it was asked. */
function answering(...answers: ('lost' | [status: number, body: unknown, retryAfterSeconds?: number])[]) {
  const sentAt: number[] = []
  async function transport(_request: ApiRequest): Promise<ApiReply> {
    const answer = answers[Math.min(sentAt.length, answers.length - 1)]!
    sentAt.push(Date.now())
    if (answer === 'lost') throw new TypeError('fetch failed')
    const [status, body, retryAfterSeconds = null] = answer
    return { status, body, retryAfterSeconds }
  }
  return { transport, sentAt }
}
