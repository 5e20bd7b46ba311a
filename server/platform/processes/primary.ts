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
export async function superviseProcesses(input: SuperviseInput) {
  const { roles, lifetime } = input
  const processes = new Processes(input)
  cluster.setupPrimary({ args: [`${FAMILY_OPTION}${randomUUID()}`] })
  cluster.on('message', (worker, message) => {
    const parsed = FromChild.safeParse(message)
    if (parsed.success) processes.receive(worker, parsed.data)
  })
  cluster.on('exit', (worker, code, signal) => processes.replace(worker, code, signal))
  lifetime.onStop(
    () => processes.stop(),
    () => processes.kill(),
  )
  const aborted = Promise.withResolvers<void>()
  lifetime.signal.addEventListener('abort', () => aborted.resolve(), { once: true })
  for (const role of roles) processes.start({ role, restart: new RestartRule() })
  await Promise.race([processes.ready, aborted.promise])
}

/** The processes that run at present. */
class Processes {
  readonly #input: SuperviseInput
  readonly #children = new Map<number, Child>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #ready = Promise.withResolvers<void>()
  #isStopping = false

  constructor(input: SuperviseInput) {
    this.#input = input
  }

  /** Resolves when all were ready at the same time. */
  get ready() {
    return this.#ready.promise
  }

  start(slot: Slot) {
    const worker = cluster.fork({ ...this.#input.environmentOf(slot.role), ROLE: slot.role })
    // What is sent to one that was just killed fails; its exit follows.
    worker.on('error', ignore)
    this.#children.set(worker.id, { slot, worker, startedAt: performance.now(), isReady: false })
  }

  /** Passes on what a process sends to the others. */
  receive({ id }: Worker, message: FromChild) {
    const from = this.#children.get(id)
    if (!from) return
    if (message.type === 'ready') {
      from.isReady = true
      const children = [...this.#children.values()]
      if (children.length === this.#input.roles.length && children.every(({ isReady }) => isReady))
        this.#ready.resolve()
    } else if (message.type === 'event') sendToAll(this.#othersOf(id), message)
    else if (message.type === 'collect') {
      const others = this.#othersOf(id).filter(({ isReady }) => isReady)
      sendToAll(others, { type: 'collect', from: id })
      send(from.worker, { type: 'asked', others: others.length })
    } else {
      const asking = this.#children.get(message.to)
      if (asking) send(asking.worker, { type: 'metrics', metrics: message.metrics })
    }
  }

  /** Also those that are not ready yet: one has sockets a moment before it reports that it is. */
  #othersOf(id: number) {
    return [...this.#children.values()].filter(({ worker }) => worker.id !== id)
  }

  /** Starts another process in place of one that has ended. */
  replace(worker: Worker, code: number | null, signal: string | null) {
    const child = this.#children.get(worker.id)
    this.#children.delete(worker.id)
    if (!child || this.#isStopping) return
    const { slot, startedAt, isReady } = child
    const { log, lifetime } = this.#input
    log.error({ role: slot.role, process: worker.process.pid, code, signal }, 'a process ended and is replaced')
    sendToAll(this.#othersOf(worker.id), { type: 'gap' })
    const pauseMs = slot.restart.ended({ lifeMs: performance.now() - startedAt, wasReady: isReady })
    if (pauseMs === null) return lifetime.fail(new Error(`the ${slot.role} process does not start`))
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.start(slot)
    }, pauseMs)
    this.#timers.add(timer)
  }

  async stop() {
    this.#isStopping = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all([...this.#children.values()].map(({ worker }) => end(worker)))
  }

  kill() {
    for (const { worker } of this.#children.values()) worker.process.kill('SIGKILL')
  }
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
