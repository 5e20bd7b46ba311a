import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import { SECOND } from '#contract/time.ts'
import { FAMILY_OPTION, FromPrimary, type FromChild } from './messages.ts'

/** How long the metrics of the others are waited for: one that is just ending does not answer. */
const METRICS_MS = 2 * SECOND

/** The other processes that the same primary started, as this one reaches them. */
export class Family {
  /** The same in all of them. */
  readonly id: string
  readonly #events = new EventEmitter<{
    event: [channel: string, text: string]
    gap: []
    asked: [others: number]
    metrics: [metrics: unknown[]]
  }>()
  #running: Promise<unknown[][]> | null = null
  #ownMetrics: () => Promise<unknown[]> = async () => []

  constructor(id: string) {
    this.id = id
    process.on('message', (message) => {
      const parsed = FromPrimary.safeParse(message)
      if (parsed.success) this.#receive(parsed.data)
    })
  }

  #receive(message: FromPrimary) {
    if (message.type === 'event') this.#events.emit('event', message.channel, message.text)
    else if (message.type === 'gap') this.#events.emit('gap')
    else if (message.type === 'asked') this.#events.emit('asked', message.others)
    else if (message.type === 'metrics') this.#events.emit('metrics', message.metrics)
    else void this.#answer(message.from)
  }

  async #answer(to: number) {
    tell({ type: 'metrics', to, metrics: await this.#ownMetrics().catch(() => []) })
  }

  publish(channel: string, text: string) {
    tell({ type: 'event', channel, text })
  }

  onEvent(listener: (channel: string, text: string) => void) {
    this.#events.on('event', listener)
  }

  onGap(listener: () => void) {
    this.#events.on('gap', listener)
  }

  /** Reports to the primary that this process does its work. */
  ready() {
    tell({ type: 'ready' })
  }

  /** Sets what this process answers when another one is asked for the metrics. */
  answerMetrics(metrics: () => Promise<unknown[]>) {
    this.#ownMetrics = metrics
  }

  /** Returns the metrics of the other processes that answer in time. Calls at once share an answer. */
  othersMetrics() {
    this.#running ??= this.#askOthers().finally(() => (this.#running = null))
    return this.#running
  }

  async #askOthers() {
    const replies: unknown[][] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    let expected = Infinity
    const settle = () => replies.length >= expected && resolve()
    const onAsked = (others: number) => {
      expected = others
      settle()
    }
    const onMetrics = (metrics: unknown[]) => {
      replies.push(metrics)
      settle()
    }
    this.#events.on('asked', onAsked).on('metrics', onMetrics)
    const timer = setTimeout(resolve, METRICS_MS)
    tell({ type: 'collect' })
    await promise
    clearTimeout(timer)
    this.#events.off('asked', onAsked).off('metrics', onMetrics)
    return replies
  }
}

/** Without a connection to the primary this process ends, as `node:cluster` has it. */
function tell(message: FromChild) {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

let family: Family | null = null

/** The processes of which this is one; null when it was started alone. */
export function findFamily() {
  const id = process.argv.find((each) => each.startsWith(FAMILY_OPTION))?.slice(FAMILY_OPTION.length)
  if (cluster.isPrimary || !id) return null
  family ??= new Family(id)
  return family
}
