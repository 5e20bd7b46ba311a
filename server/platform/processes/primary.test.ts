import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest'
import type { Lifetime } from '#server/platform/lifecycle.ts'
import { createLog } from '#server/platform/log.ts'
import type { FromChild } from './messages.ts'
import { superviseProcesses } from './primary.ts'

/** Stands for a process: keeps what is sent to it. */
class FakeWorker extends EventEmitter {
  readonly send = vi.fn<(message: unknown) => void>()
  readonly process = { pid: 1, send: this.send, kill: () => true }
  readonly id: number

  constructor(id: number) {
    super()
    this.id = id
  }

  isConnected() {
    return true
  }

  isDead() {
    return true
  }
}

let workers: FakeWorker[]
let fail: Mock<Lifetime['fail']>

beforeEach(() => {
  workers = []
  fail = vi.fn<Lifetime['fail']>()
  vi.useFakeTimers()
  vi.spyOn(cluster, 'setupPrimary').mockReturnValue()
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new FakeWorker(workers.length + 1)
    workers.push(worker)
    return worker as unknown as Worker
  })
})
afterEach(() => {
  cluster.removeAllListeners('message').removeAllListeners('exit')
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function start(count: number) {
  const lifetime = { signal: new AbortController().signal, onStop() {}, end() {}, fail }
  const roles = Array.from({ length: count }, () => 'web' as const)
  const log = createLog({ logLevel: 'silent' })
  void superviseProcesses({ roles, environmentOf: () => ({}), log, lifetime })
}

const tell = (worker: FakeWorker | undefined, message: FromChild) => cluster.emit('message', worker, message)
const end = (worker: FakeWorker | undefined) => cluster.emit('exit', worker, 1, null)
const sentTo = (worker: FakeWorker | undefined) => worker?.send.mock.calls.map(([message]) => message)

test('a process that is not ready yet gets events and gaps, since it may have sockets, and no questions', () => {
  start(3)
  const [first, second, third] = workers
  tell(first, { type: 'ready' })
  tell(first, { type: 'event', channel: 'user:1', text: 'hello' })
  tell(first, { type: 'collect' })
  expect(sentTo(second)).toEqual([{ type: 'event', channel: 'user:1', text: 'hello' }])
  expect(sentTo(first)).toEqual([{ type: 'asked', others: 0 }])
  end(third)
  expect(sentTo(second)?.at(-1)).toEqual({ type: 'gap' })
})

test('five processes that end once are all started again', () => {
  start(5)
  for (const worker of workers.slice()) end(worker)
  expect(workers).toHaveLength(5)
  vi.advanceTimersByTime(1000)
  expect(workers).toHaveLength(10)
  expect(fail).not.toHaveBeenCalled()
})

test('one process that never becomes ready ends the program', () => {
  start(2)
  for (let count = 0; count < 5; count += 1) {
    end(count === 0 ? workers[0] : workers.at(-1))
    vi.advanceTimersByTime(10_000)
  }
  expect(fail.mock.calls.map(([error]) => error.message)).toEqual(['the web process does not start'])
})

test('a process that becomes ready and ends at once is started again after a pause', () => {
  start(1)
  tell(workers[0], { type: 'ready' })
  end(workers[0])
  vi.advanceTimersByTime(999)
  expect(workers).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(workers).toHaveLength(2)
})
