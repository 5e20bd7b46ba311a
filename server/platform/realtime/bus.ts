import { Redis } from 'ioredis'
import type { Log } from '#server/platform/log.ts'
import { newPublicId } from '#server/platform/ids.ts'

/** Carries texts between nodes. A node does not receive what it published itself. */
export interface RealtimeBus {
  publish(channel: string, text: string): void
  subscribe(channel: string): void
  unsubscribe(channel: string): void
  onMessage(listener: (channel: string, text: string) => void): void
  /** Calls the listener when messages may have been lost: the connection was cut and is back. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** The bus of a single node: there is no other node to reach. */
export const localBus: RealtimeBus = {
  publish() {},
  subscribe() {},
  unsubscribe() {},
  onMessage() {},
  onGap() {},
  async close() {},
}

const PREFIX = 'realtime:'

/** Connects nodes through pub/sub of Redis or Valkey. While it is down, each node still serves its own users. */
export function openRedisBus({ url, log }: { url: string; log: Log }): RealtimeBus {
  const nodeId = newPublicId()
  const publisher = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  const subscriber = new Redis(url, { maxRetriesPerRequest: null })
  let gapListener = () => {}
  let hasBeenReady = false

  for (const [part, client] of Object.entries({ publisher, subscriber })) {
    client.on('error', (error: Error) => log.warn({ err: error, part }, 'redis connection failed'))
  }
  subscriber.on('ready', () => {
    if (hasBeenReady) gapListener()
    hasBeenReady = true
  })

  // The listener above reports failures of the connection, and the client renews subscriptions by itself.
  const ignore = () => {}
  return {
    publish(channel, text) {
      publisher.publish(PREFIX + channel, `${nodeId} ${text}`).catch(ignore)
    },
    subscribe(channel) {
      subscriber.subscribe(PREFIX + channel).catch(ignore)
    },
    unsubscribe(channel) {
      subscriber.unsubscribe(PREFIX + channel).catch(ignore)
    },
    onMessage(listener) {
      subscriber.on('message', (channel: string, message: string) => {
        const space = message.indexOf(' ')
        if (message.slice(0, space) !== nodeId) listener(channel.slice(PREFIX.length), message.slice(space + 1))
      })
    },
    onGap(listener) {
      gapListener = listener
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
