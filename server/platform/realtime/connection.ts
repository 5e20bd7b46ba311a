import type { WebSocket } from '@fastify/websocket'
import { closeCodes, ProtocolMessage, type Resume } from '#contract/realtime-protocol.ts'
import { SECOND } from '#contract/time.ts'

/** Unsent bytes after which a client counts as too slow: its socket is terminated, and it resumes or starts over. */
const MAX_BUFFERED_BYTES = 1024 * 1024
/** Messages that a client may send at once, and how many more per second. */
const BURST = 20
const PER_SECOND = 5
const CLOSE_TIMEOUT_MS = 1 * SECOND

/** The user and session of a socket. */
export interface SocketOwner {
  userId: number
  sessionHash: Buffer
}

interface Listeners {
  onResume: (position: Resume) => void
  /** Receives what is not a message of the protocol, as parsed JSON; undefined if it is no JSON. */
  onOther: (message: unknown) => void
  onClose: () => void
}

/** One socket: limits and parses the client's messages, and closes clients that are unresponsive or too slow. */
export class Connection {
  readonly userId: number
  readonly session: string
  /** The client has sent `resume` and receives events. */
  isResumed = false
  readonly #socket: WebSocket
  readonly #listeners: Listeners
  readonly #handledAt = new Map<object, number>()
  #isResponsive = true
  #allowance = BURST
  #readAt = performance.now()

  constructor(socket: WebSocket, { userId, sessionHash }: SocketOwner, listeners: Listeners) {
    this.#socket = socket
    this.userId = userId
    this.session = sessionHash.toString('base64')
    this.#listeners = listeners
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#read(data, isBinary))
    socket.on('pong', () => {
      this.#isResponsive = true
    })
    socket.on('close', () => listeners.onClose())
    // A failed connection is also closed. The framework's own error listener would keep the whole request in memory.
    socket.removeAllListeners('error').on('error', () => {})
  }

  send(text: string) {
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#socket.terminate()
    else this.#socket.send(text)
  }

  close(code: number) {
    this.#socket.close(code)
  }

  /** Closes the socket because this node stops, and resolves when it is closed; the client reconnects elsewhere. */
  closeForRestart() {
    return new Promise<void>((resolve) => {
      const deadline = setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS)
      this.#socket.once('close', () => {
        clearTimeout(deadline)
        resolve()
      })
      this.#socket.close(1012)
    })
  }

  /** Pings the client. Closes a client that has not answered the last ping, or has not sent `resume` yet. */
  heartbeat() {
    if (!this.#isResponsive) return this.#socket.terminate()
    if (!this.isResumed) return this.close(closeCodes.silent)
    this.#isResponsive = false
    this.#socket.ping()
  }

  /** Whether `handler` may run again on this socket, at most once in `minIntervalMs`. Counts the run. */
  mayRun(handler: object, minIntervalMs: number) {
    const now = performance.now()
    const last = this.#handledAt.get(handler)
    if (last !== undefined && now - last < minIntervalMs) return false
    this.#handledAt.set(handler, now)
    return true
  }

  #read(data: Buffer, isBinary: boolean) {
    if (isBinary || !this.#isWithinLimit()) return this.close(closeCodes.misbehaved)
    this.#isResponsive = true
    const value = parseJson(data)
    const { data: message } = ProtocolMessage.safeParse(value)
    if (!message) this.#listeners.onOther(value)
    else if (message.type === 'ping') this.send('{"type":"pong"}')
    else if (this.isResumed) this.close(closeCodes.misbehaved)
    else this.#listeners.onResume(message)
  }

  #isWithinLimit() {
    const now = performance.now()
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#readAt) / SECOND) * PER_SECOND) - 1
    this.#readAt = now
    return this.#allowance >= 0
  }
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
