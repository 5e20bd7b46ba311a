import type { QueryClient } from '@tanstack/react-query'
import { closeCodes, REALTIME_PATH } from '#contract/realtime-protocol.ts'
import type { ClientMessage, RealtimeEvent } from '#contract/realtime.ts'
import { setCurrentConnection } from './current-connection.ts'
import { notifyListeners } from './listeners.ts'
import {
  connectionLost,
  connectionReplaced,
  initialState,
  parseServerMessage,
  receive,
  reconnectWaitMs,
  type RealtimeState,
} from './realtime-state.ts'
import { createSilenceWatch } from './silence-watch.ts'

type RealtimeEventType = RealtimeEvent['type']
type RealtimeEventOf<Type extends RealtimeEventType> = Extract<RealtimeEvent, { type: Type }>

/**
 * How a slice reacts to realtime events, defined in `web/features/<slice>/realtime.ts` and registered in
 * `web/shell/live/event-handlers.ts`. Handlers write to the query cache or invalidate queries; `reset`
 * invalidates all that missed events could have made outdated.
 */
export type RealtimeHandlers = {
  [Type in RealtimeEventType]?: (event: RealtimeEventOf<Type>, client: QueryClient) => void
} & { reset?: (client: QueryClient) => void }

interface ConnectOptions {
  client: QueryClient
  handlers: RealtimeHandlers[]
  onSessionEnded: () => void
}

const greetingListeners = new Set<() => void>()
let current: RealtimeConnection | null = null

/** Sends a message on an open connection. Returns whether it was sent; it may still be lost. */
export function sendToServer(message: ClientMessage) {
  return current?.send(message) ?? false
}

/** Calls a listener when the server has greeted a new connection: the last one may have lost messages. */
export function onGreeting(listener: () => void) {
  greetingListeners.add(listener)
}

/**
 * Opens a connection to the server and reopens it after every loss until the returned function is called.
 * Numbered events are dispatched once, in order; where some may have been missed, `reset` is called.
 */
export function connect(options: ConnectOptions) {
  const connection = new RealtimeConnection(options)
  current = connection
  setCurrentConnection(connection)
  const reconnectNow = () => connection.reconnectNow()
  addEventListener('online', reconnectNow)
  document.addEventListener('visibilitychange', reconnectNow)
  connection.open()
  return () => {
    removeEventListener('online', reconnectNow)
    document.removeEventListener('visibilitychange', reconnectNow)
    connection.end()
    if (current !== connection) return
    current = null
    setCurrentConnection(null)
  }
}

class RealtimeConnection {
  readonly #options: ConnectOptions
  readonly #silence = createSilenceWatch({
    onSilence: () => this.send({ type: 'ping' }),
    onDead: () => this.#reopen(),
  })
  #state: RealtimeState = initialState
  #socket: WebSocket | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #hasEnded = false
  #isCaughtUp = false

  constructor(options: ConnectOptions) {
    this.#options = options
  }

  /** From the server's answer to `resume`, until the connection or that between nodes is lost. */
  get isCaughtUp() {
    return this.#isCaughtUp
  }

  open() {
    clearTimeout(this.#retry)
    const url = new URL(REALTIME_PATH, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    this.#socket = socket
    this.#silence.restart()
    socket.addEventListener('open', () => this.#resume(socket))
    socket.addEventListener('message', ({ data }) => this.#handleMessage(socket, data))
    socket.addEventListener('close', ({ code }) => this.#handleClose(socket, code))
  }

  send(message: ClientMessage) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Ends the current wait: the network is back, or the page is visible again. */
  reconnectNow() {
    if (this.#hasEnded || document.visibilityState === 'hidden') return
    // A connection may have died while the device slept or changed its network.
    if (this.#socket) return this.#silence.askNow()
    this.#state = { ...this.#state, failedAttempts: 0 }
    this.open()
  }

  end() {
    this.#hasEnded = true
    clearTimeout(this.#retry)
    this.#abandonSocket()
  }

  #resume(socket: WebSocket) {
    if (socket !== this.#socket) return
    const { epoch, seq } = this.#state
    this.send({ type: 'resume', epoch, after: seq })
    this.#silence.restart()
  }

  #handleMessage(socket: WebSocket, data: unknown) {
    if (socket !== this.#socket) return
    this.#silence.restart()
    const message = parseServerMessage(data)
    if (!message) return
    const { state, needsReset, event } = receive(this.#state, message)
    this.#state = state
    const isGreeting = message.type === 'hello' || message.type === 'reset'
    if (isGreeting) this.#isCaughtUp = true
    else if (message.type === 'not_live') this.#isCaughtUp = false
    if (isGreeting) for (const listener of greetingListeners) listener()
    if (needsReset) this.#reset()
    if (event) this.#dispatch(event)
  }

  #handleClose(socket: WebSocket, code: number) {
    if (socket !== this.#socket) return
    this.#abandonSocket()
    if (code === closeCodes.sessionEnded) {
      this.#hasEnded = true
      this.#options.onSessionEnded()
      return
    }
    if (code === closeCodes.tooManySockets) this.#state = connectionReplaced(this.#state)
    this.#retry = setTimeout(() => this.open(), reconnectWaitMs(this.#state, Math.random()))
    this.#state = connectionLost(this.#state)
  }

  #reset() {
    for (const { reset } of this.#options.handlers) reset?.(this.#options.client)
  }

  #dispatch(event: RealtimeEvent) {
    for (const handlers of this.#options.handlers) {
      // The compiler cannot see that the handler under an event's type accepts that event.
      const handle = handlers[event.type] as ((event: RealtimeEvent, client: QueryClient) => void) | undefined
      handle?.(event, this.#options.client)
    }
    notifyListeners(event)
  }

  /** Does not wait for the close event of a server that may be gone. */
  #reopen() {
    this.#abandonSocket()
    this.open()
  }

  #abandonSocket() {
    const socket = this.#socket
    this.#socket = null
    this.#isCaughtUp = false
    this.#silence.stop()
    socket?.close()
  }
}
