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
}

export type Notifications = ReturnType<typeof openNotifications>

/**
 * Carries small, rare signals between the nodes of one database by PostgreSQL's LISTEN and NOTIFY, on a connection of
 * its own. A lost connection is opened again; what was sent meanwhile is lost, and `onGap` reports that.
 */
export function openNotifications({ pool, log }: { pool: pg.Pool; log: Log }) {
  const subscriptions = new Set<Subscription>()
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let connecting = Promise.resolve()
  let isClosed = false

  function connect() {
    connecting = connecting.then(tryConnect)
    return connecting
  }

  async function tryConnect() {
    if (isClosed || client) return
    const next = new pg.Client({ ...pool.options, application_name: 'rendezvous listen', keepAlive: true })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', (message) => {
      for (const { channel, onNotification } of subscriptions)
        if (channel === message.channel) onNotification(message.payload ?? '')
    })
    try {
      await next.connect()
      for (const { channel } of subscriptions) await next.query(listenTo(channel))
      client = next
    } catch (error) {
      log.warn({ err: error }, 'notifications of the database are not received')
      // Not awaited: a database that does not answer does not end the connection either.
      void next.end().catch(() => {})
      retry()
      return
    }
    for (const { onGap } of subscriptions) onGap()
  }

  function lose(lost: pg.Client) {
    if (client !== lost) return
    client = null
    retry()
  }

  function retry() {
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, RECONNECT_EVERY_MS).unref()
  }

  /**
   * Subscribes to a channel. `onGap` is also called once, as soon as the channel is listened to. Returns the function that
   * ends the subscription.
   */
  async function listen(subscription: Subscription) {
    subscriptions.add(subscription)
    if (client) await listenOn(client, subscription)
    else await connect()
    return () => {
      subscriptions.delete(subscription)
    }
  }

  async function listenOn(current: pg.Client, { channel, onGap }: Subscription) {
    try {
      await current.query(listenTo(channel))
      onGap()
    } catch (error) {
      log.warn({ err: error }, 'notifications of the database are not received')
      lose(current)
      void current.end().catch(() => {})
    }
  }

  async function close() {
    isClosed = true
    if (timer) clearTimeout(timer)
    await connecting
    const open = client
    client = null
    await open?.end().catch(() => {})
  }

  return { listen, close }
}

function listenTo(channel: string) {
  return `listen ${pg.escapeIdentifier(channel)}`
}
