import type { QueryClient } from '@tanstack/react-query'
import { ServerMessage, type ClientMessage, type RealtimeEvent } from '#contract/realtime.ts'
import { closeCodes, REALTIME_PATH } from '#contract/realtime-protocol.ts'

type RealtimeEventType = RealtimeEvent['type']
type RealtimeEventOf<Type extends RealtimeEventType> = Extract<RealtimeEvent, { type: Type }>

/**
 * What a slice does with what it is told, one file `web/features/<slice>/realtime.ts` each, gathered in
 * `web/shell/live.tsx`. Handlers write to the query cache or invalidate; a slice says in `reset` what it fetches anew
 * when frames may have been missed.
 */
export type RealtimeHandlers = {
  [Type in RealtimeEventType]?: (event: RealtimeEventOf<Type>, client: QueryClient) => void
} & { reset?: (client: QueryClient) => void }

interface Wishes {
  client: QueryClient
  handlers: RealtimeHandlers[]
  onSessionEnded: () => void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** So long may the server be silent before it is asked, and so long may the answer take. */
const SILENCE_MS = 25_000
const ANSWER_MS = 8_000

const listeners = new Set<(event: RealtimeEvent) => void>()
let socket: WebSocket | null = null

/** Says something to the server if there is a connection; what is said here (typing) is worthless later. */
export function say(message: ClientMessage) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

/** Hears every frame while a component is on the screen; returns how to stop. */
export function listen(listener: (event: RealtimeEvent) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Keeps a socket to the server: comes back after every loss, a little later each time and not all tabs at once, says
 * how far it had got, and so gets every frame once and in order, or is told to fetch anew. Returns how to end it.
 */
export function connect({ client, handlers, onSessionEnded }: Wishes) {
  let epoch: string | null = null
  let seq = 0
  let attempts = 0
  let isOver = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined

  function open() {
    clearTimeout(retry)
    const url = new URL(REALTIME_PATH, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const opening = new WebSocket(url)
    socket = opening
    expectPong()
    opening.addEventListener('open', () => {
      say({ type: 'resume', epoch, after: seq })
      expectPong()
    })
    opening.addEventListener('message', ({ data }) => {
      expectPong()
      const message = ServerMessage.safeParse(parseJson(data))
      // A newer server may say what this page does not know yet.
      if (message.success) handleMessage(message.data)
    })
    opening.addEventListener('close', ({ code }) => {
      if (socket !== opening) return
      clearTimeout(watch)
      socket = null
      if (isOver) return
      if (code === closeCodes.sessionEnded) {
        isOver = true
        onSessionEnded()
      } else scheduleReconnect()
    })
  }

  function handleMessage(message: ServerMessage) {
    switch (message.type) {
      case 'hello':
      case 'reset': {
        // On a first visit something may have happened between the loading of the page and now.
        const mayHaveMissed = message.type === 'reset' || epoch === null
        attempts = 0
        epoch = message.epoch
        seq = message.seq
        if (mayHaveMissed) for (const { reset } of handlers) reset?.(client)
        break
      }
      case 'event':
        if (message.seq !== null) {
          if (message.seq <= seq) return
          seq = message.seq
        }
        dispatch(message.event)
        break
      case 'pong':
    }
  }

  function dispatch(event: RealtimeEvent) {
    for (const each of handlers) {
      // The compiler cannot see that the handler under a frame's type takes that frame.
      const handle = each[event.type] as ((event: RealtimeEvent, client: QueryClient) => void) | undefined
      handle?.(event, client)
    }
    for (const listener of listeners) listener(event)
  }

  /** A connection can die without a sign: after a silence the server is asked, and given up if it does not answer. */
  function expectPong() {
    clearTimeout(watch)
    watch = setTimeout(ask, SILENCE_MS)
  }

  function ask() {
    clearTimeout(watch)
    say({ type: 'ping' })
    watch = setTimeout(reopen, ANSWER_MS)
  }

  function scheduleReconnect() {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
    attempts += 1
    clearTimeout(retry)
    retry = setTimeout(open, waitMs * (0.5 + Math.random() / 2))
  }

  /** Does not wait for the farewell of a server that may be gone. */
  function reopen() {
    const old = socket
    socket = null
    clearTimeout(watch)
    old?.close()
    open()
  }

  /** The network is back, or somebody looks at the page again: no reason to wait any longer. */
  function reconnectNow() {
    if (isOver || document.visibilityState === 'hidden') return
    // A connection may have died while the device slept or changed its network.
    if (socket) return ask()
    attempts = 0
    open()
  }

  addEventListener('online', reconnectNow)
  document.addEventListener('visibilitychange', reconnectNow)
  open()

  return () => {
    isOver = true
    clearTimeout(retry)
    clearTimeout(watch)
    removeEventListener('online', reconnectNow)
    document.removeEventListener('visibilitychange', reconnectNow)
    socket?.close()
    socket = null
  }
}

function parseJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
