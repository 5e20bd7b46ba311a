import { Redis } from 'ioredis'
import type { Log } from '#server/platform/log.ts'
import { newPublicId } from '#server/platform/ids.ts'

/** Carries frames between nodes. A node does not hear what it published itself. */
export interface RealtimeBus {
  publish(channel: string, text: string): void
  subscribe(channel: string): void
  unsubscribe(channel: string): void
  onMessage(listener: (channel: string, text: string) => void): void
  /** Messages may have been lost: the connection was cut and is back. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** One node has nobody to tell. */
export const localBus: RealtimeBus = {
  publish() {},
  subscribe() {},
  unsubscribe() {},
  onMessage() {},
  onGap() {},
  async close() {},
}

const PREFIX = 'realtime:'

/** Joins nodes through pub/sub of Redis or Valkey. While it is away each node goes on serving its own members. */
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

  // A command that fails is reported by the connection's own listener above; subscriptions are renewed by the client.
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
