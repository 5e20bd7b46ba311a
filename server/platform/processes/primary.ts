import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { SECOND } from '#contract/time.ts'
import type { Lifetime } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import { FAMILY_OPTION, FromChild, type FromPrimary } from './messages.ts'

type Role = 'web' | 'worker'

interface SuperviseInput {
  roles: Role[]
  /** Variables of a process, beside those of this one. */
  environmentOf: (role: Role) => Record<string, string>
  log: Log
  lifetime: Lifetime
}

interface Child {
  role: Role
  worker: Worker
  startedAt: number
  isReady: boolean
}

/** A process that ends sooner after its start waits before it is started again. */
const SHORT_LIFE_MS = 10 * SECOND
const PAUSE_MS = 1 * SECOND
/** After so many ends in a row before the work has begun, this program gives up. */
const MAX_FAILURES = 5

/**
 * Starts this program again for each role, and again when one ends. The processes of `web` share the port:
 * `node:cluster` gives each connection to one of them. Resolves when all are ready.
 */
export async function superviseProcesses({ roles, environmentOf, log, lifetime }: SuperviseInput) {
  const children = new Map<number, Child>()
  const failures = new Map<Role, number>()
  const timers = new Set<NodeJS.Timeout>()
  const started = Promise.withResolvers<void>()
  let isStopping = false
  cluster.setupPrimary({ args: [`${FAMILY_OPTION}${randomUUID()}`] })

  function start(role: Role) {
    const worker = cluster.fork({ ...environmentOf(role), ROLE: role })
    // What is sent to one that was just killed fails; its exit follows.
    worker.on('error', ignore)
    children.set(worker.id, { role, worker, startedAt: performance.now(), isReady: false })
  }

  function onMessage(from: Child, message: FromChild) {
    if (message.type === 'ready') {
      from.isReady = true
      failures.delete(from.role)
      if (children.size === roles.length && [...children.values()].every(({ isReady }) => isReady)) started.resolve()
    } else if (message.type === 'event') sendToAll(othersOf(from.worker.id), message)
    else if (message.type === 'collect') {
      const others = othersOf(from.worker.id).filter(({ isReady }) => isReady)
      sendToAll(others, { type: 'collect', from: from.worker.id })
      send(from.worker, { type: 'asked', others: others.length })
    } else {
      const asking = children.get(message.to)
      if (asking) send(asking.worker, { type: 'metrics', metrics: message.metrics })
    }
  }

  /** Also those that are not ready yet: one has sockets a moment before it reports that it is. */
  function othersOf(id: number) {
    return [...children.values()].filter(({ worker }) => worker.id !== id)
  }

  function onExit({ role, worker, startedAt, isReady }: Child, code: number | null, signal: string | null) {
    children.delete(worker.id)
    if (isStopping) return
    log.error({ role, process: worker.process.pid, code, signal }, 'a process ended and is replaced')
    sendToAll(othersOf(worker.id), { type: 'gap' })
    const failed = isReady ? 0 : (failures.get(role) ?? 0) + 1
    failures.set(role, failed)
    if (failed >= MAX_FAILURES) return lifetime.fail(new Error(`the ${role} process does not start`))
    const isShort = performance.now() - startedAt < SHORT_LIFE_MS
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        start(role)
      },
      isShort && !isReady ? PAUSE_MS * failed : 0,
    )
    timers.add(timer)
  }

  cluster.on('message', (worker, message) => {
    const from = children.get(worker.id)
    const parsed = FromChild.safeParse(message)
    if (from && parsed.success) onMessage(from, parsed.data)
  })
  cluster.on('exit', (worker, code, signal) => {
    const child = children.get(worker.id)
    if (child) onExit(child, code, signal)
  })

  lifetime.onStop(
    async () => {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...children.values()].map(({ worker }) => end(worker)))
    },
    () => {
      for (const { worker } of children.values()) worker.process.kill('SIGKILL')
    },
  )
  lifetime.signal.addEventListener('abort', () => started.resolve(), { once: true })
  for (const role of roles) start(role)
  await started.promise
}

function sendToAll(children: Child[], message: FromPrimary) {
  for (const { worker } of children) send(worker, message)
}

function send(worker: Worker, message: FromPrimary) {
  // One that was just killed is still listed as connected; its exit is handled.
  if (worker.isConnected()) worker.process.send(message, ignore)
}

function ignore() {}

function end(worker: Worker) {
  const ended = Promise.withResolvers<void>()
  worker.once('exit', () => ended.resolve())
  if (worker.isDead()) ended.resolve()
  worker.process.kill('SIGTERM')
  return ended.promise
}
