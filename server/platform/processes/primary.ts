import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { Lifetime } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import { FAMILY_OPTION, FromChild, type FromPrimary } from './messages.ts'
import { RestartRule } from './restart-rule.ts'

type Role = 'web' | 'worker'

interface SuperviseInput {
  roles: Role[]
  /** Variables of a process, beside those of this one. */
  environmentOf: (role: Role) => Record<string, string>
  log: Log
  lifetime: Lifetime
}

/** A process that is to run, whichever child it is at present. */
interface Slot {
  role: Role
  restart: RestartRule
}

interface Child {
  slot: Slot
  worker: Worker
  startedAt: number
  isReady: boolean
}

/**
 * Starts this program again for each role, and again when one ends. The processes of `web` share the port:
 * `node:cluster` gives each connection to one of them. Resolves when all are ready.
 */
export async function superviseProcesses({ roles, environmentOf, log, lifetime }: SuperviseInput) {
  const children = new Map<number, Child>()
  const timers = new Set<NodeJS.Timeout>()
  const started = Promise.withResolvers<void>()
  let isStopping = false
  cluster.setupPrimary({ args: [`${FAMILY_OPTION}${randomUUID()}`] })

  function start(slot: Slot) {
    const worker = cluster.fork({ ...environmentOf(slot.role), ROLE: slot.role })
    // What is sent to one that was just killed fails; its exit follows.
    worker.on('error', ignore)
    children.set(worker.id, { slot, worker, startedAt: performance.now(), isReady: false })
  }

  function onMessage(from: Child, message: FromChild) {
    if (message.type === 'ready') {
      from.isReady = true
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

  function onExit({ slot, worker, startedAt, isReady }: Child, code: number | null, signal: string | null) {
    children.delete(worker.id)
    if (isStopping) return
    const { role } = slot
    log.error({ role, process: worker.process.pid, code, signal }, 'a process ended and is replaced')
    sendToAll(othersOf(worker.id), { type: 'gap' })
    const pauseMs = slot.restart.ended({ lifeMs: performance.now() - startedAt, wasReady: isReady })
    if (pauseMs === null) return lifetime.fail(new Error(`the ${role} process does not start`))
    const timer = setTimeout(() => {
      timers.delete(timer)
      start(slot)
    }, pauseMs)
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
  for (const role of roles) start({ role, restart: new RestartRule() })
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
