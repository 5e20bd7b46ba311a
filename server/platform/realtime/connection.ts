import type { WebSocket } from '@fastify/websocket'
import { ClientMessage, closeCodes } from '#contract/realtime.ts'
import { SECOND } from '#contract/time.ts'

/** Unsent bytes after which a client counts as too slow: it is cut off and resumes, or starts over. */
const MAX_BUFFERED = 1024 * 1024
/** Messages a client may send at once, and how many it earns back in a second. */
const BURST = 20
const PER_SECOND = 5
const TYPING_EVERY = 1 * SECOND
const CLOSE_WITHIN = 1 * SECOND

/** Whose socket it is. */
export interface Identity {
  userId: number
  profileId: string
  sessionHash: Buffer
}

interface Listeners {
  onResume: (epoch: string | null, after: number) => void
  onTyping: (conversationId: string) => void
  onClose: () => void
}

/** One socket: reads what the client says within its limits, and lets go of clients that are silent or too slow. */
export class Connection {
  readonly member: Identity
  readonly session: string
  /** It has said how far it got and hears all news. */
  isListening = false
  readonly #socket: WebSocket
  readonly #listeners: Listeners
  #isAlive = true
  #allowance = BURST
  #readAt = performance.now()
  #typedAt = -TYPING_EVERY

  constructor(socket: WebSocket, member: Identity, listeners: Listeners) {
    this.#socket = socket
    this.member = member
    this.session = member.sessionHash.toString('base64')
    this.#listeners = listeners
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#read(data, isBinary))
    socket.on('pong', () => {
      this.#isAlive = true
    })
    socket.on('close', () => listeners.onClose())
    // A broken connection also closes. The framework's own listener would hold the whole request for as long.
    socket.removeAllListeners('error').on('error', () => {})
  }

  send(text: string) {
    if (this.#socket.bufferedAmount > MAX_BUFFERED) this.#socket.terminate()
    else this.#socket.send(text)
  }

  close(code: number) {
    this.#socket.close(code)
  }

  /** Closes because this node stops; the client comes back elsewhere. */
  closeSoon() {
    return new Promise<void>((resolve) => {
      const deadline = setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN)
      this.#socket.once('close', () => {
        clearTimeout(deadline)
        resolve()
      })
      this.#socket.close(1012)
    })
  }

  /** Once per heartbeat: who has not answered the last one, or never said how far it got, is gone. */
  beat() {
    if (!this.#isAlive) return this.#socket.terminate()
    if (!this.isListening) return this.close(closeCodes.silent)
    this.#isAlive = false
    this.#socket.ping()
  }

  #read(data: Buffer, isBinary: boolean) {
    const message = !isBinary && this.#mayRead() ? parse(data) : null
    if (!message) return this.close(closeCodes.misbehaved)
    this.#isAlive = true
    if (message.type === 'ping') this.send('{"type":"pong"}')
    else if (message.type === 'typing') this.#type(message.conversationId)
    else if (this.isListening) this.close(closeCodes.misbehaved)
    else this.#listeners.onResume(message.epoch, message.after)
  }

  #mayRead() {
    const now = performance.now()
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#readAt) / SECOND) * PER_SECOND) - 1
    this.#readAt = now
    return this.#allowance >= 0
  }

  #type(conversationId: string) {
    const now = performance.now()
    if (now - this.#typedAt < TYPING_EVERY) return
    this.#typedAt = now
    this.#listeners.onTyping(conversationId)
  }
}

function parse(data: Buffer): ClientMessage | null {
  try {
    return ClientMessage.parse(JSON.parse(data.toString('utf8')))
  } catch {
    return null
  }
}
