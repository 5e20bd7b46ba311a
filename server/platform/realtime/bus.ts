import { Redis } from 'ioredis'
import { SECOND } from '#contract/time.ts'
import type { Log } from '#server/platform/log.ts'
import { newPublicId } from '#server/platform/ids.ts'

/** Carries texts between nodes. A node does not receive what it published itself. */
export interface RealtimeBus {
  /** It reaches no other node, so nothing has to be published. */
  readonly isLocal: boolean
  /** It reports a gap itself when another process was killed. */
  readonly reportsEnds?: boolean
  /** Whether messages of other nodes arrive. */
  isLive(): boolean
  /** Calls the listener when they arrive no longer. A gap of all channels follows when they do again. */
  onLoss(listener: () => void): void
  publish(channel: string, text: string): void
  /**
   * Resolves when messages of the channel arrive, or when that takes too long: a gap of the channel follows
   * as soon as they do. Without a promise they arrive at once.
   */
  subscribe(channel: string): Promise<void> | undefined
  unsubscribe(channel: string): void
  onMessage(listener: (channel: string, text: string) => void): void
  /** Calls the listener when messages of other nodes may be lost: in one channel, or in all (null). */
  onGap(listener: (channel: string | null) => void): void
  close(): Promise<void>
}

/** The bus of a single node. Where others that it does not reach share the database, it is not live. */
export class LocalBus implements RealtimeBus {
  readonly isLocal: boolean = true
  readonly reportsEnds: boolean = false
  #reachesAll = true
  #lossListener = () => {}
  #gapListener: (channel: null) => void = () => {}

  /** Sets whether it reaches all processes that share the database. */
  setReachesAll(reachesAll: boolean) {
    if (reachesAll === this.#reachesAll) return
    this.#reachesAll = reachesAll
    if (reachesAll) this.reportGap()
    else this.#lossListener()
  }

  isLive() {
    return this.#reachesAll
  }

  onLoss(listener: () => void) {
    this.#lossListener = listener
  }

  onGap(listener: (channel: null) => void) {
    this.#gapListener = listener
  }

  subscribe(_channel: string): undefined {}
  unsubscribe(_channel: string) {}
  publish(_channel: string, _text: string) {}
  onMessage(_listener: (channel: string, text: string) => void) {}
  async close() {}

  protected reportGap() {
    this.#gapListener(null)
  }
}

const PREFIX = 'realtime:'
/** On it a node announces that what it published may have been lost. */
const GAP_CHANNEL = 'gap'
/** How often both connections are tried, and the limit of an answer: a lost host closes no connection. */
const PING_MS = 10 * SECOND
const ANSWER_MS = 5 * SECOND
/** How long a client waits for the subscription to its events. */
const SUBSCRIBE_MS = 1 * SECOND
const LONGEST_RETRY_MS = 1 * SECOND
/** Channels of one command: each is an argument, and a call takes no more than about 120,000. */
const CHANNELS_PER_COMMAND = 1000

/** Connects nodes through pub/sub of Redis or Valkey. While it is down, nodes serve their own users. */
export function openRedisBus({ url, log }: { url: string; log: Log }): RealtimeBus {
  return new RedisBus({ url, log })
}

/**
 * Redis stores nothing for an absent subscriber. So a lost connection is a gap in both directions: this node
 * has missed messages, and when it could not publish it makes the others announce a gap.
 */
class RedisBus implements RealtimeBus {
  readonly isLocal = false
  readonly #log: Log
  readonly #nodeId = newPublicId()
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #channels = new Set([GAP_CHANNEL])
  /** Something that was published has not reached Redis. */
  #hasLost = false
  /** All subscriptions are in effect. */
  #isLive = false
  #retry: NodeJS.Timeout | undefined
  #lossListener = () => {}
  #gapListener: (channel: string | null) => void = () => {}
  readonly #timer: NodeJS.Timeout

  constructor({ url, log }: { url: string; log: Log }) {
    this.#log = log
    const options = {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      socketTimeout: ANSWER_MS,
      retryStrategy: (attempt: number) => Math.min(attempt * 50, LONGEST_RETRY_MS),
    }
    this.#publisher = new Redis(url, options)
    // The library renews subscriptions too, but does not tell when they are in effect.
    this.#subscriber = new Redis(url, { ...options, autoResubscribe: false })
    for (const [part, client] of Object.entries({ publisher: this.#publisher, subscriber: this.#subscriber })) {
      client.on('error', (error: Error) => log.warn({ err: error, part }, 'redis connection failed'))
    }
    this.#publisher.on('ready', () => this.#announceGap())
    this.#subscriber.on('ready', () => void this.#resubscribe())
    this.#subscriber.on('close', () => this.#lose())
    this.#timer = setInterval(() => this.#ping(), PING_MS).unref()
  }

  publish(channel: string, text: string) {
    this.#publisher.publish(PREFIX + channel, `${this.#nodeId} ${text}`).catch(() => {
      this.#hasLost = true
      // A single failure on a connection that is up again by now has no other occasion.
      if (channel !== GAP_CHANNEL) this.#announceGap()
    })
  }

  subscribe(channel: string) {
    this.#channels.add(channel)
    let isLate = false
    const subscribed = this.#subscriber.subscribe(PREFIX + channel).then(
      () => {
        // The client was greeted before, and has fetched what it shows.
        if (isLate) this.#gapListener(channel)
      },
      (error: unknown) => this.#retryLater(error),
    )
    const late = elapsed(SUBSCRIBE_MS).then(() => {
      isLate = true
    })
    return Promise.race([subscribed, late])
  }

  unsubscribe(channel: string) {
    this.#channels.delete(channel)
    this.#subscriber.unsubscribe(PREFIX + channel).catch(ignore)
  }

  onMessage(listener: (channel: string, text: string) => void) {
    this.#subscriber.on('message', (channel: string, message: string) => {
      const space = message.indexOf(' ')
      if (message.slice(0, space) === this.#nodeId) return
      if (channel === PREFIX + GAP_CHANNEL) this.#gapListener(null)
      else listener(channel.slice(PREFIX.length), message.slice(space + 1))
    })
  }

  isLive() {
    return this.#isLive
  }

  onLoss(listener: () => void) {
    this.#lossListener = listener
  }

  onGap(listener: (channel: string | null) => void) {
    this.#gapListener = listener
  }

  async close() {
    clearTimeout(this.#retry)
    clearInterval(this.#timer)
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  /** Clients may fetch again only when the subscriptions are in effect, else they miss events in between. */
  async #resubscribe() {
    clearTimeout(this.#retry)
    try {
      const channels = [...this.#channels]
      for (let start = 0; start < channels.length; start += CHANNELS_PER_COMMAND) {
        // Some may have been given up since the first command.
        const chunk = channels
          .slice(start, start + CHANNELS_PER_COMMAND)
          .filter((channel) => this.#channels.has(channel))
        if (chunk.length > 0) await this.#subscriber.subscribe(...chunk.map((channel) => PREFIX + channel))
      }
      this.#isLive = true
      this.#gapListener(null)
    } catch (error) {
      this.#retryLater(error)
    }
  }

  /** Subscribes all channels again, a moment after a failure. After a lost connection, its return does so. */
  #retryLater(error: unknown) {
    if (this.#subscriber.status !== 'ready') return
    this.#log.warn({ err: error }, 'redis subscription failed')
    this.#lose()
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#resubscribe(), LONGEST_RETRY_MS).unref()
  }

  #lose() {
    if (!this.#isLive) return
    this.#isLive = false
    this.#lossListener()
  }

  #announceGap() {
    if (!this.#hasLost || this.#publisher.status !== 'ready') return
    this.#hasLost = false
    this.publish(GAP_CHANNEL, '')
  }

  #ping() {
    for (const client of [this.#publisher, this.#subscriber]) client.ping().catch(ignore)
  }
}

/** The listener of `error` reports failures of the connection. */
function ignore() {}

function elapsed(ms: number) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
