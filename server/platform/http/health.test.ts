import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerErrors } from './error-replies.ts'
import { registerHealth } from './health.ts'

const query = vi.fn<() => Promise<void>>()
const isReady = vi.fn<() => Promise<boolean>>()
const isStopping = vi.fn<() => boolean>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  query.mockReset().mockResolvedValue()
  isReady.mockReset().mockResolvedValue(true)
  isStopping.mockReset().mockReturnValue(false)
})
afterEach(() => vi.useRealTimers())

function buildApp() {
  const app = Fastify()
  answerErrors(app)
  registerHealth(app, { database: { pool: { query } }, jobs: { isReady }, isStopping } as never)
  return async () => (await app.inject('/ready')).statusCode
}

test('many who ask at once share one check, and its result for a second', async () => {
  const ask = buildApp()
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([200]))
  vi.advanceTimersByTime(999)
  await ask()
  expect([query.mock.calls.length, isReady.mock.calls.length]).toEqual([1, 1])
  vi.advanceTimersByTime(1)
  await ask()
  expect([query.mock.calls.length, isReady.mock.calls.length]).toEqual([2, 2])
})

test('a check that takes long is waited for, and its result is used for a second from its end', async () => {
  const ask = buildApp()
  const { promise, resolve } = Promise.withResolvers<void>()
  query.mockReturnValueOnce(promise)
  const first = ask()
  await vi.waitFor(() => expect(query).toHaveBeenCalledOnce())
  vi.advanceTimersByTime(1400)
  const second = ask()
  resolve()
  expect(await Promise.all([first, second])).toEqual([200, 200])
  vi.advanceTimersByTime(900)
  expect(await ask()).toBe(200)
  expect(query).toHaveBeenCalledOnce()
})

test('a check that replaces an earlier result is shared, however long it takes', async () => {
  const ask = buildApp()
  await ask()
  vi.advanceTimersByTime(1000)
  const { promise, resolve } = Promise.withResolvers<void>()
  query.mockReturnValueOnce(promise)
  const replacing = ask()
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2))
  const others = [ask(), ask()]
  await vi.waitFor(() => expect(isStopping).toHaveBeenCalledTimes(4))
  resolve()
  expect(await Promise.all([replacing, ...others])).toEqual([200, 200, 200])
  expect(query).toHaveBeenCalledTimes(2)
})

test('a failure is reported for no longer than a second', async () => {
  const ask = buildApp()
  query.mockRejectedValueOnce(new Error('away'))
  expect(await ask()).toBe(503)
  expect(await ask()).toBe(503)
  vi.advanceTimersByTime(1000)
  expect(await ask()).toBe(200)
  expect(query).toHaveBeenCalledTimes(2)
})

test('a process that is about to stop is not ready, and does not ask the database', async () => {
  const ask = buildApp()
  isStopping.mockReturnValue(true)
  expect(await ask()).toBe(503)
  expect(query).not.toHaveBeenCalled()
})
