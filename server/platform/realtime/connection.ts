import type { WebSocket } from '@fastify/websocket'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { ProtocolMessage, type ControlMessage, type Resume } from '#contract/realtime-protocol-schemas.ts'
import { SECOND } from '#contract/time.ts'
import { parseJson } from '#server/platform/parse-json.ts'

/** Unsent bytes after which a client is too slow: its socket is terminated, and it resumes or starts over. */
const MAX_BUFFERED_BYTES = 1024 * 1024
/** Messages that a client may send at once, and how many more per second. */
const BURST = 20
const PER_SECOND = 5
/** How long a peer may take to answer a close message before its socket is terminated. */
const CLOSE_TIMEOUT_MS = 1 * SECOND

/** The user and session of a socket. */
export interface SocketOwner {
  userId: number
  sessionHash: Buffer
  sessionExpiresAt: Date
}

interface Listeners {
  onResume: (position: Resume) => void
  /** Receives what is not a message of the protocol, as parsed JSON; undefined if it is no JSON. */
  onOther: (message: unknown) => void
  /** Called once: when the server begins to close the socket, or when the connection ends. */
  onClose: () => void
}

/** One socket: limits and parses the client's messages, and closes unresponsive or slow clients. */
export class Connection {
  readonly userId: number
  readonly session: string
  /** The client was greeted and receives events. */
  isResumed = false
  readonly #socket: WebSocket
  readonly #listeners: Listeners
  /** When each handler ran last. Most sockets never send what has one. */
  #handledAt: Map<object, number> | undefined
  /** In milliseconds. */
  readonly #sessionExpiresAt: number
  #expiry: NodeJS.Timeout | undefined
  #hasAsked = false
  #hasHadHeartbeat = false
  #isClosed = false
  #isResponsive = true
  #allowance = BURST
  #readAt = performance.now()

  constructor(socket: WebSocket, { userId, sessionHash, sessionExpiresAt }: SocketOwner, listeners: Listeners) {
    this.#socket = socket
    this.userId = userId
    this.session = sessionHash.toString('base64')
    this.#sessionExpiresAt = sessionExpiresAt.getTime()
    this.#listeners = listeners
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#read(data, isBinary))
    socket.on('pong', () => {
      this.#isResponsive = true
    })
    socket.on('close', () => this.#detach())
    // The library is closing a connection that failed or broke the protocol, but waits long for the peer. The
    // framework's own error listener would keep the whole request in memory.
    socket.removeAllListeners('error').on('error', () => this.close(closeCodes.misbehaved))
  }

  send(text: string) {
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#socket.terminate()
    else this.#socket.send(text)
  }

  /** Closes the socket. What the peer still sends is ignored, and a silent peer is terminated. */
  close(code: number) {
    if (this.#isClosed) return
    this.#detach()
    const deadline = setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS)
    this.#socket.once('close', () => clearTimeout(deadline))
    this.#socket.close(code)
  }

  /** Closes the socket without waiting for the peer, which may not answer. */
  closeAtOnce(code: number) {
    this.close(code)
    this.#socket.terminate()
  }

  /** Closes the socket for a restart; resolves when it is closed. The client reconnects after a wait. */
  closeForRestart(reconnectAfterMs: number) {
    return new Promise<void>((resolve) => {
      this.#socket.once('close', () => resolve())
      const hint: ControlMessage = { type: 'restart', reconnectAfterMs }
      if (this.isResumed) this.send(JSON.stringify(hint))
      this.close(closeCodes.restart)
    })
  }

  /** Closes the socket when its session expires, if that is within `withinMs` of `now` (milliseconds). */
  closeAtExpiry({ now, withinMs }: { now: number; withinMs: number }) {
    const remainingMs = this.#sessionExpiresAt - now
    clearTimeout(this.#expiry)
    if (remainingMs <= 0) this.close(closeCodes.sessionEnded)
    else if (remainingMs <= withinMs) {
      this.#expiry = setTimeout(() => this.close(closeCodes.sessionEnded), remainingMs).unref()
    }
  }

  /** Pings the client. Closes one that has not answered the last ping, or not sent `resume` before it. */
  heartbeat() {
    if (!this.#isResponsive) return this.#socket.terminate()
    // The first may come right after the socket was opened, before `resume` can have arrived.
    if (!this.#hasAsked && this.#hasHadHeartbeat) return this.close(closeCodes.silent)
    this.#hasHadHeartbeat = true
    this.#isResponsive = false
    this.#socket.ping()
  }

  /** Whether `handler` may run again on this socket, at most once in `minIntervalMs`. Counts the run. */
  mayRun(handler: object, minIntervalMs: number) {
    const now = performance.now()
    const last = this.#handledAt?.get(handler)
    if (last !== undefined && now - last < minIntervalMs) return false
    this.#handledAt ??= new Map()
    this.#handledAt.set(handler, now)
    return true
  }

  #detach() {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#expiry)
    this.#listeners.onClose()
  }

  #read(data: Buffer, isBinary: boolean) {
    if (this.#isClosed) return
    if (isBinary || !this.#isWithinLimit()) return this.close(closeCodes.misbehaved)
    this.#isResponsive = true
    const value = parseJson(data.toString('utf8'))
    const { data: message } = ProtocolMessage.safeParse(value)
    if (!message) this.#listeners.onOther(value)
    else if (message.type === 'ping') this.send('{"type":"pong"}')
    else if (this.#hasAsked) this.close(closeCodes.misbehaved)
    else {
      this.#hasAsked = true
      this.#listeners.onResume(message)
    }
  }

  #isWithinLimit() {
    const now = performance.now()
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#readAt) / SECOND) * PER_SECOND) - 1
    this.#readAt = now
    return this.#allowance >= 0
  }
}
