import webPush from 'web-push'
import { SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { outcomeOf, type PushOutcome } from './push-outcome.ts'
import { openPushConnections } from './push-connections.ts'
import { isPushEndpoint } from './push-services.ts'
import { vapidKeysOf, vapidSubjectOf } from './vapid.ts'

/** A push service may take this long to accept a message. */
const TIMEOUT_MS = 10 * SECOND
/**
 * Messages are filled up to a multiple of this, so that their size says nothing about their text. The
 * encryption adds 103 bytes: every service takes messages of 3 KB.
 */
const PADDED_TO_BYTES = 960
const MAX_BYTES = 3 * PADDED_TO_BYTES

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /** JSON, which only the browser can read. */
  content: object
  /** How long the push service keeps it for a browser that is not connected. */
  ttlSeconds: number
  /** Whether a device that saves power is woken up at once. */
  urgency: 'normal' | 'high'
  /** Of messages with the same topic the service keeps the last. It reads this: no id, no word. */
  topic?: string
}

interface Deps {
  config: Pick<Config, 'secret' | 'vapidPrivateKey' | 'publicUrl' | 'mailFrom' | 'pushTestService'>
  log: Log
  /** Shortened by tests. */
  timeoutMs?: number
}

export type Push = ReturnType<typeof createPush>

/** Sends push messages to browsers, by the services of their vendors, encrypted for the browser alone. */
export function createPush({ config, log, timeoutMs = TIMEOUT_MS }: Deps) {
  const keys = vapidKeysOf(config)
  const vapidDetails = { ...keys, subject: vapidSubjectOf(config) }
  const { pushTestService } = config
  const connections = openPushConnections(timeoutMs)
  const listeners: ((outcome: PushOutcome['type']) => void)[] = []

  function accepts(endpoint: string) {
    return isPushEndpoint(endpoint, pushTestService)
  }

  /** Sends a message once: what follows from the outcome is for the caller to decide. */
  async function send(target: PushTarget, message: PushMessage) {
    const outcome = await attempt(target, message)
    for (const listener of listeners) listener(outcome.type)
    return outcome
  }

  async function attempt({ endpoint, p256dh, auth }: PushTarget, message: PushMessage): Promise<PushOutcome> {
    if (!accepts(endpoint)) return { type: 'gone' }
    const { content, ttlSeconds, ...options } = message
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, padded(content), {
      ...options,
      TTL: ttlSeconds,
      vapidDetails,
    })
    const service = new URL(endpoint).hostname
    try {
      const reply = await connections.post(endpoint, { headers, body })
      const outcome = outcomeOf(reply)
      if (outcome.type === 'rejected') log.error({ service, status: reply.status }, 'push message rejected')
      return outcome
    } catch (error) {
      // Without the rest of the address, which is as good as a password for this browser.
      log.warn({ err: error, service }, 'push service not reached')
      return { type: 'later', afterMs: null }
    }
  }

  /** Calls the listener after every attempt. */
  function onAttempt(listener: (outcome: PushOutcome['type']) => void) {
    listeners.push(listener)
  }

  return { publicKey: keys.publicKey, accepts, send, onAttempt, close: connections.close }
}

/** Writes the content as JSON and fills it up with spaces, which a reader of JSON skips. */
function padded(content: object) {
  const json = Buffer.from(JSON.stringify(content))
  if (json.length > MAX_BYTES) throw new RangeError(`a push message of ${json.length} bytes`)
  const size = Math.ceil(json.length / PADDED_TO_BYTES) * PADDED_TO_BYTES
  return Buffer.concat([json, Buffer.alloc(size - json.length, ' ')])
}
