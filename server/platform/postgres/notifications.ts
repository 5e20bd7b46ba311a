import pg from 'pg'
import { SECOND } from '#contract/time.ts'
import type { Log } from '#server/platform/log.ts'

const RECONNECT_EVERY_MS = SECOND

interface Subscription {
  channel: string
  /** Called with the payload of each notification. */
  onNotification: (payload: string) => void
  /** Called when notifications may have been missed: the connection was lost and is back. */
  onGap: () => void
  /** Called when the connection is lost: from now on notifications are missed, until `onGap`. */
  onLoss?: () => void
}

/**
 * Sends small, rare signals between the nodes of one database by LISTEN and NOTIFY, on its own connection. A
 * lost connection is reopened; what was sent meanwhile is lost, and `onGap` reports that.
 */
export class Notifications {
  readonly #pool: pg.Pool
  readonly #log: Log
  readonly #subscriptions = new Set<Subscription>()
  #client: pg.Client | null = null
  #timer: NodeJS.Timeout | null = null
  #connecting = Promise.resolve()
  #isClosed = false

  constructor({ pool, log }: { pool: pg.Pool; log: Log }) {
    this.#pool = pool
    this.#log = log
  }

  /**
   * Subscribes to a channel. `onGap` is also called once, as soon as the channel is listened to. Returns the
   * function that ends the subscription.
   */
  async listen(subscription: Subscription) {
    this.#subscriptions.add(subscription)
    if (this.#client) await this.#listenOn(this.#client, subscription)
    else await this.#connect()
    return () => {
      this.#subscriptions.delete(subscription)
    }
  }

  async close() {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#connecting
    const open = this.#client
    this.#client = null
    await open?.end().catch(() => {})
  }

  #connect() {
    this.#connecting = this.#connecting.then(() => this.#tryConnect())
    return this.#connecting
  }

  async #tryConnect() {
    if (this.#isClosed || this.#client) return
    const client = this.#createClient()
    try {
      await client.connect()
      for (const { channel } of this.#subscriptions) await client.query(listenTo(channel))
      this.#client = client
    } catch (error) {
      this.#giveUp(client, error)
      this.#retry()
      return
    }
    for (const { onGap } of this.#subscriptions) onGap()
  }

  #createClient() {
    const client = new pg.Client({ ...this.#pool.options, application_name: 'rendezvous listen', keepAlive: true })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', (message) => {
      for (const { channel, onNotification } of this.#subscriptions)
        if (channel === message.channel) onNotification(message.payload ?? '')
    })
    return client
  }

  async #listenOn(client: pg.Client, { channel, onGap }: Subscription) {
    try {
      await client.query(listenTo(channel))
      onGap()
    } catch (error) {
      this.#lose(client)
      this.#giveUp(client, error)
    }
  }

  #giveUp(client: pg.Client, error: unknown) {
    this.#log.warn({ err: error }, 'notifications of the database are not received')
    // Not awaited: a database that does not answer does not end the connection either.
    void client.end().catch(() => {})
  }

  #lose(lost: pg.Client) {
    if (this.#client !== lost) return
    this.#client = null
    for (const { onLoss } of this.#subscriptions) onLoss?.()
    this.#retry()
  }

  #retry() {
    if (this.#isClosed || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#connect()
    }, RECONNECT_EVERY_MS).unref()
  }
}

function listenTo(channel: string) {
  return `listen ${pg.escapeIdentifier(channel)}`
}
