import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/realtime-protocol.ts'
import type { ClientMessage, RealtimeEvent, ServerMessage } from '#contract/realtime.ts'
import { SECOND } from '#contract/time.ts'
import { listen } from './listeners.ts'
import { isCaughtUp } from './current-connection.ts'
import { connect, sendToServer, type RealtimeHandlers } from './realtime.ts'

/** The browser's WebSocket, opened and closed by the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static opened: FakeSocket[] = []
  readyState = 0
  readonly url: string
  readonly sent: ClientMessage[] = []

  constructor(url: URL) {
    super()
    this.url = url.href
    FakeSocket.opened.push(this)
  }

  accept() {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  receive(message: ServerMessage) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  lose(code = 1006) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close() {
    this.readyState = 2
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const network = new EventTarget()
const likesChanged = vi.fn<() => void>()
const reset = vi.fn<() => void>()
const onSessionEnded = vi.fn<() => void>()
const handlers: RealtimeHandlers[] = [{ 'likes.changed': likesChanged, reset }]
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { href: 'https://site.example/members' })
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  vi.clearAllMocks()
  FakeSocket.opened = []
  page.visibilityState = 'visible'
  end = connect({ client: new QueryClient(), handlers, onSessionEnded })
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a first connection asks for everything and resets once', () => {
  const socket = latest()
  expect(socket.url).toBe('wss://site.example/api/realtime')
  socket.accept()
  expect(socket.sent).toEqual([{ type: 'resume', epoch: null, after: 0 }])
  socket.receive({ type: 'hello', epoch: 'e1', seq: 3 })
  expect(reset).toHaveBeenCalledOnce()
})

test('an event reaches the handlers of its type and every listener', () => {
  const listener = vi.fn<(event: RealtimeEvent) => void>()
  const stop = listen(listener)
  establish()
  latest().receive({ type: 'event', seq: 4, event: { type: 'likes.changed' } })
  expect(likesChanged).toHaveBeenCalledOnce()
  expect(listener).toHaveBeenCalledWith({ type: 'likes.changed' })
  stop()
  latest().receive({ type: 'event', seq: 5, event: { type: 'likes.changed' } })
  expect(listener).toHaveBeenCalledOnce()
})

test('a lost connection is reopened and resumes after the last event', () => {
  establish()
  latest().receive({ type: 'event', seq: 4, event: { type: 'likes.changed' } })
  latest().lose()
  expect(FakeSocket.opened).toHaveLength(1)
  vi.advanceTimersByTime(SECOND)
  expect(FakeSocket.opened).toHaveLength(2)
  latest().accept()
  expect(latest().sent).toEqual([{ type: 'resume', epoch: 'e1', after: 4 }])
  latest().receive({ type: 'hello', epoch: 'e1', seq: 4 })
  expect(reset).toHaveBeenCalledOnce()
})

test('a server that stops is asked again after the wait that it has sent, then after the usual ones', () => {
  establish()
  latest().receive({ type: 'restart', reconnectAfterMs: 4 * SECOND })
  latest().lose(closeCodes.restart)
  vi.advanceTimersByTime(4 * SECOND - 1)
  expect(FakeSocket.opened).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeSocket.opened).toHaveLength(2)
  latest().lose()
  vi.advanceTimersByTime(SECOND)
  expect(FakeSocket.opened).toHaveLength(3)
})

test('a tab that newer ones have replaced stays away until it is shown or the longest wait is over', () => {
  establish()
  latest().lose(closeCodes.tooManySockets)
  vi.advanceTimersByTime(29 * SECOND)
  expect(FakeSocket.opened).toHaveLength(1)
  vi.advanceTimersByTime(SECOND)
  expect(FakeSocket.opened).toHaveLength(2)
  latest().accept()
  latest().lose(closeCodes.tooManySockets)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSocket.opened).toHaveLength(3)
})

test('a server that stays away is asked less and less often', () => {
  establish()
  for (let second = 0; second < 300; second += 1) {
    if (latest().readyState !== 3) latest().lose()
    vi.advanceTimersByTime(SECOND)
  }
  expect(FakeSocket.opened.length).toBeGreaterThan(10)
  expect(FakeSocket.opened.length).toBeLessThan(30)
})

test('a connection that does not answer after a silence is replaced', () => {
  establish()
  vi.advanceTimersByTime(25 * SECOND)
  expect(latest().sent.at(-1)).toEqual({ type: 'ping' })
  vi.advanceTimersByTime(8 * SECOND)
  expect(FakeSocket.opened).toHaveLength(2)
})

test('messages of a connection that was given up are ignored', () => {
  const old = establish()
  vi.advanceTimersByTime(40 * SECOND)
  old.receive({ type: 'event', seq: 4, event: { type: 'likes.changed' } })
  old.lose()
  expect(likesChanged).not.toHaveBeenCalled()
  expect(FakeSocket.opened).toHaveLength(2)
})

test('the return of the network ends the wait', () => {
  establish()
  latest().lose()
  network.dispatchEvent(new Event('online'))
  expect(FakeSocket.opened).toHaveLength(2)
})

test('a page that becomes visible asks whether its connection still works, a hidden one does not', () => {
  establish()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(latest().sent).toHaveLength(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(latest().sent.at(-1)).toEqual({ type: 'ping' })
})

test('the end of the session ends the connection', () => {
  establish()
  latest().lose(closeCodes.sessionEnded)
  vi.advanceTimersByTime(120 * SECOND)
  network.dispatchEvent(new Event('online'))
  expect(onSessionEnded).toHaveBeenCalledOnce()
  expect(FakeSocket.opened).toHaveLength(1)
})

test('what is sent without an open connection is dropped', () => {
  sendToServer({ type: 'ping' })
  expect(latest().sent).toEqual([])
  establish()
  sendToServer({ type: 'ping' })
  expect(latest().sent.at(-1)).toEqual({ type: 'ping' })
})

test('a connection that was ended is neither reopened nor used', () => {
  const socket = establish()
  end()
  socket.lose()
  vi.advanceTimersByTime(120 * SECOND)
  network.dispatchEvent(new Event('online'))
  sendToServer({ type: 'ping' })
  expect(FakeSocket.opened).toHaveLength(1)
  expect(socket.sent).toHaveLength(1)
})

function establish() {
  const socket = latest()
  socket.accept()
  socket.receive({ type: 'hello', epoch: 'e1', seq: 3 })
  return socket
}

function latest() {
  const socket = FakeSocket.opened.at(-1)
  if (!socket) throw new Error('No socket was opened.')
  return socket
}

test('a page is caught up from the greeting on, unless events of other nodes do not arrive, which a reset ends', () => {
  expect(isCaughtUp()).toBe(false)
  establish()
  expect(isCaughtUp()).toBe(true)
  latest().receive({ type: 'not_live' })
  expect(isCaughtUp()).toBe(false)
  latest().receive({ type: 'event', seq: 4, event: { type: 'likes.changed' } })
  expect([isCaughtUp(), likesChanged.mock.calls.length]).toEqual([false, 1])
  latest().receive({ type: 'reset', epoch: 'e2', seq: 0 })
  expect(isCaughtUp()).toBe(true)
})
