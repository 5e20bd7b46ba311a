import type { WebSocket } from '@fastify/websocket'
import type { z } from 'zod'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { systemClock, type Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { LocalBus, type RealtimeBus } from './bus.ts'
import { Connection, type SocketOwner } from './connection.ts'
import { ResumeBudget } from './resume-buffer.ts'
import { inBatches } from './in-batches.ts'
import { MessageHandlers } from './message-handlers.ts'
import { SocketSessions, type EndedSessions, type FindLiveSessions } from './socket-sessions.ts'
import { Stream } from './stream.ts'
import { StreamRestarts } from './stream-restarts.ts'

/** Below the 30 seconds after which the usual proxies close an idle connection. */
const HEARTBEAT_MS = 25 * SECOND
/** How long the events of a user without a connection are remembered. */
const RESUME_WITHIN_MS = 3 * MINUTE
/** Devices and tabs of one user; one more closes the oldest. */
const SOCKETS_PER_USER = 12
/** Clients of a stopping node that reconnect per second, unless that takes longer than the maximum. */
const RECONNECTS_PER_SECOND = 500
const MAX_RECONNECT_AFTER_MS = 5 * SECOND
/** Users whose sockets are pinged at once; others are served in between. */
const BATCH = 500

const SESSIONS_CHANNEL = 'sessions'
const CLOSED_USERS_CHANNEL = 'closed-users'
const USER_PREFIX = 'user:'
/** Marks transient events on their way between nodes; JSON never begins with it. */
const TRANSIENT_MARK = '~'

/**
 * The type of the application's events. server/app.ts adds `event` by declaration merging, as types of
 * Fastify are extended, because the platform imports no contract of a slice.
 */
export interface RealtimeTypes {}
type Event = RealtimeTypes extends { event: infer Known extends { type: string } } ? Known : { type: string }

interface HubOptions {
  log: Log
  clock?: Clock
  bus?: RealtimeBus
  /** Returns a number that is at least 0 and below 1. */
  random?: () => number
}

/**
 * Sends events to the open sockets of users. It stores nothing: what must not be lost is in the database. A
 * client gets every event once and in order, or receives a reset and fetches everything again.
 */
export class Realtime {
  readonly #log: Log
  readonly #clock: Clock
  readonly #bus: RealtimeBus
  readonly #isLive: () => boolean
  readonly #random: () => number
  readonly #budget = new ResumeBudget()
  readonly #streams = new Map<number, Stream>()
  readonly #restarts = new StreamRestarts((userId) => this.#restartStream(userId))
  readonly #sessions: SocketSessions
  readonly #messages: MessageHandlers
  /** Types of events that are neither numbered nor replayed. */
  #transient: ReadonlySet<string> | null = null
  readonly #closeListeners: (() => Promise<void>)[] = []
  #onConnected: (userId: number) => void = () => {}
  #isBeating = false
  #timer: NodeJS.Timeout | null = null

  constructor({ log, clock = systemClock, bus = new LocalBus(), random = Math.random }: HubOptions) {
    this.#log = log
    this.#messages = new MessageHandlers(log)
    this.#sessions = new SocketSessions(log)
    this.#clock = clock
    this.#bus = bus
    this.#isLive = () => bus.isLive()
    this.#random = random
    bus.onMessage((channel, text) => {
      if (channel === SESSIONS_CHANNEL) this.#sessions.end(text)
      else if (channel === CLOSED_USERS_CHANNEL) this.#closeConnectionsOfUser(Number(text))
      else this.#deliver(Number(channel.slice(USER_PREFIX.length)), text)
    })
    bus.onGap((channel) => {
      if (channel?.startsWith(USER_PREFIX)) return this.#restartStream(Number(channel.slice(USER_PREFIX.length)))
      this.resetAll()
    })
    bus.onLoss(() => void this.#announceLoss())
    void bus.subscribe(SESSIONS_CHANNEL)
    void bus.subscribe(CLOSED_USERS_CHANNEL)
  }

  /** Sets which events are neither numbered nor replayed, before the first `send`. */
  defineEvents({ transient }: { transient: readonly Event['type'][] }) {
    this.#transient = new Set(transient)
  }

  /**
   * Sets how each heartbeat finds out which sessions still let their users in. It closes the sockets of
   * sessions that were ended elsewhere: in the database, or on a node that this one has no bus to.
   */
  checkSessions(findLive: FindLiveSessions) {
    this.#sessions.checkWith(findLive)
  }

  /** Makes all clients of this node fetch everything again: events of other nodes may be lost. */
  resetAll() {
    this.#restarts.add(this.#streams.keys())
    // The end of a session may be among what was lost.
    this.checkAllSessions()
  }

  /** Closes the sockets of all sessions that have ended in the database. */
  checkAllSessions() {
    void this.#sessions.checkAll()
  }

  /** Closes the sockets of a user's sessions that have ended in the database. */
  checkSessionsOf(userId: number) {
    const { connections = [] } = this.#streams.get(userId) ?? {}
    if (connections.length > 0) void this.#sessions.check(connections.map(({ session }) => session))
  }

  /** Calls a listener on every node when a session, or all of a user's, end: also without open sockets. */
  onSessionEnd(listener: (ended: EndedSessions) => void) {
    this.#sessions.onEnd(listener)
  }

  /** Sets what is called when a user opens a socket, and with each heartbeat of those who have one. */
  onConnected(listener: (userId: number) => void) {
    this.#onConnected = listener
  }

  /** Calls a listener when this node stops, before the sockets are closed. */
  onClose(listener: () => Promise<void>) {
    this.#closeListeners.push(listener)
  }

  /**
   * Handles messages of clients that match `schema`, for each socket at most once in `minIntervalMs`; more
   * are dropped. A message that matches no handler closes its socket.
   */
  onMessage<Message>(
    schema: z.ZodType<Message>,
    handle: (sender: { userId: number }, message: Message) => Promise<void>,
    { minIntervalMs = 0 }: { minIntervalMs?: number } = {},
  ) {
    this.#messages.add(schema, handle, { minIntervalMs })
  }

  /**
   * Sends an event to all devices of a user, on every node. It is encoded once. It is not checked against the
   * contract, which would cost more than all the rest: the sockets of the tests check what they receive.
   */
  send(userId: number, event: Event) {
    if (!this.#transient) throw new Error('send before defineEvents')
    // Most events are for users who are not connected at the moment.
    if (this.#bus.isLocal && !this.#streams.has(userId)) return
    const text = `${this.#transient.has(event.type) ? TRANSIENT_MARK : ''}${JSON.stringify(event)}`
    this.#deliver(userId, text)
    this.#bus.publish(USER_PREFIX + userId, text)
  }

  /** Closes every socket of a session, on every node: part of logging out. */
  closeSession(sessionHash: Buffer) {
    const session = sessionHash.toString('base64')
    this.#sessions.end(session)
    this.#bus.publish(SESSIONS_CHANNEL, session)
  }

  /** Closes every socket of a user, on every node: the account is disabled or deleted. */
  closeUser(userId: number) {
    this.#closeConnectionsOfUser(userId)
    this.#bus.publish(CLOSED_USERS_CHANNEL, String(userId))
  }

  /** Returns the number of open sockets on this node. */
  socketCount() {
    return [...this.#streams.values()].reduce((count, { connections }) => count + connections.length, 0)
  }

  /** Serves an open socket of an identified user. It receives nothing until it has sent `resume`. */
  attach(socket: WebSocket, owner: SocketOwner) {
    this.#timer ??= setInterval(() => void this.heartbeat(), HEARTBEAT_MS).unref()
    const stream = this.#openStream(owner.userId)
    const connection: Connection = new Connection(socket, owner, {
      onResume: (position) => stream.resume(connection, position),
      onOther: (message) => this.#messages.handle(connection, message),
      onClose: () => this.#detach(connection, stream),
    })
    this.#sessions.add(connection)
    if (stream.connections.length >= SOCKETS_PER_USER) stream.connections[0]?.closeAtOnce(closeCodes.tooManySockets)
    stream.connections = [...stream.connections, connection]
    stream.disconnectedAt = null
    this.#onConnected(owner.userId)
    connection.closeAtExpiry({ now: this.#clock.now().getTime(), withinMs: HEARTBEAT_MS })
  }

  /**
   * Removes old events and streams, and closes sockets that do not respond or whose session has ended. Called
   * by a timer, and by tests.
   */
  async heartbeat() {
    if (this.#isBeating) return
    this.#isBeating = true
    this.checkAllSessions()
    const now = this.#clock.now().getTime()
    try {
      for await (const [userId, stream] of inBatches(this.#streams, BATCH)) this.#tryBeat(userId, stream, now)
    } finally {
      this.#isBeating = false
    }
  }

  /**
   * Closes all sockets so that their clients reconnect to another node. Events of requests that are still
   * running reach the other nodes.
   */
  async closeSockets() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#restarts.stop()
    await Promise.all(this.#closeListeners.map((listener) => listener()))
    const connections = [...this.#streams.values()].flatMap((stream) => [...stream.connections])
    // More sockets are spread over more time, as each costs the other nodes a log-in check and a resume.
    const spreadMs = Math.min((connections.length / RECONNECTS_PER_SECOND) * SECOND, MAX_RECONNECT_AFTER_MS)
    await Promise.all(
      connections.map((connection) => connection.closeForRestart(Math.round(this.#random() * spreadMs))),
    )
  }

  /** Closes all sockets, then the bus. */
  async close() {
    await this.closeSockets()
    await this.#bus.close()
  }

  /** One user whose heartbeat fails does not keep the others from theirs. */
  #tryBeat(userId: number, stream: Stream, now: number) {
    try {
      this.#beat(userId, stream, now)
    } catch (error) {
      this.#log.error({ err: error }, 'heartbeat of a user failed')
    }
  }

  #beat(userId: number, stream: Stream, now: number) {
    const oldest = now - RESUME_WITHIN_MS
    stream.removeEventsBefore(oldest)
    if (stream.disconnectedAt !== null && stream.disconnectedAt < oldest) this.#removeStream(userId)
    for (const connection of stream.connections) {
      connection.heartbeat()
      connection.closeAtExpiry({ now, withinMs: HEARTBEAT_MS })
    }
    if (stream.connections.length > 0) this.#onConnected(userId)
  }

  #deliver(userId: number, text: string) {
    const stream = this.#streams.get(userId)
    if (text.startsWith(TRANSIENT_MARK)) stream?.deliverTransient(text.slice(TRANSIENT_MARK.length))
    else stream?.deliver(text)
  }

  #closeConnectionsOfUser(userId: number) {
    this.#sessions.notifyOfEnd({ userId })
    for (const connection of this.#streams.get(userId)?.connections ?? []) connection.close(closeCodes.sessionEnded)
  }

  #openStream(userId: number) {
    const existing = this.#streams.get(userId)
    if (existing) return existing
    const subscribed = this.#bus.subscribe(USER_PREFIX + userId)
    const stream = new Stream({ clock: this.#clock, budget: this.#budget, subscribed, isLive: this.#isLive })
    this.#streams.set(userId, stream)
    return stream
  }

  #detach(connection: Connection, stream: Stream) {
    this.#sessions.remove(connection)
    stream.connections = stream.connections.filter((each) => each !== connection)
    if (stream.connections.length === 0) stream.disconnectedAt = this.#clock.now().getTime()
  }

  async #announceLoss() {
    for await (const [, stream] of inBatches(this.#streams, BATCH)) stream.announceLoss()
  }

  #restartStream(userId: number) {
    const stream = this.#streams.get(userId)
    if (stream?.connections.length === 0) this.#removeStream(userId)
    else stream?.restart()
  }

  #removeStream(userId: number) {
    this.#streams.get(userId)?.clear()
    this.#streams.delete(userId)
    this.#bus.unsubscribe(USER_PREFIX + userId)
  }
}
