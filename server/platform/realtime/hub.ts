import type { WebSocket } from '@fastify/websocket'
import type { z } from 'zod'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { systemClock, type Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { localBus, type RealtimeBus } from './bus.ts'
import { Connection, type SocketOwner } from './connection.ts'
import { ResumeBudget } from './resume-buffer.ts'
import { findEndedSessions, type FindLiveSessions } from './session-check.ts'
import { Stream } from './stream.ts'

/** Below the 30 seconds after which the usual proxies close an idle connection. */
const HEARTBEAT_MS = 25 * SECOND
/** How long the events of a user without a connection are remembered. */
const RESUME_WITHIN_MS = 3 * MINUTE
/** Devices and tabs of one user; one more closes the oldest. */
const SOCKETS_PER_USER = 12
/** Clients of a stopping node that reconnect per second, unless that takes longer than the maximum. */
const RECONNECTS_PER_SECOND = 500
const MAX_RECONNECT_AFTER_MS = 5 * SECOND

const SESSIONS_CHANNEL = 'sessions'
const CLOSED_USERS_CHANNEL = 'closed-users'
const USER_PREFIX = 'user:'
/** Marks transient events on their way between nodes; JSON never begins with it. */
const TRANSIENT_MARK = '~'

/**
 * The type of the application's events. server/app.ts adds `event` by declaration merging, as types of Fastify are
 * extended, because the platform imports no contract of a slice.
 */
export interface RealtimeTypes {}
type Event = RealtimeTypes extends { event: infer Known extends { type: string } } ? Known : { type: string }

interface EventSchema {
  schema: z.ZodType<Event>
  /** Types of events that are neither numbered nor replayed. */
  transient: ReadonlySet<string>
}

interface MessageHandler {
  schema: z.ZodType
  minIntervalMs: number
  handle: (sender: { userId: number }, message: never) => Promise<void>
}

interface HubOptions {
  log: Log
  clock?: Clock
  bus?: RealtimeBus
  /** Returns a number that is at least 0 and below 1. */
  random?: () => number
}

/**
 * Sends events to the open sockets of users. It stores nothing: what must not be lost is in the database. A client gets
 * every event once and in order, or receives a reset and fetches everything again.
 */
export class Realtime {
  readonly #log: Log
  readonly #clock: Clock
  readonly #bus: RealtimeBus
  readonly #random: () => number
  readonly #budget = new ResumeBudget()
  readonly #streams = new Map<number, Stream>()
  readonly #sessions = new Map<string, Set<Connection>>()
  readonly #handlers: MessageHandler[] = []
  #events: EventSchema | null = null
  #findLiveSessions: FindLiveSessions | null = null
  #isCheckingSessions = false
  #timer: NodeJS.Timeout | null = null

  constructor({ log, clock = systemClock, bus = localBus, random = Math.random }: HubOptions) {
    this.#log = log
    this.#clock = clock
    this.#bus = bus
    this.#random = random
    bus.onMessage((channel, text) => {
      if (channel === SESSIONS_CHANNEL) this.#closeConnectionsOf(text)
      else if (channel === CLOSED_USERS_CHANNEL) this.#closeConnectionsOfUser(Number(text))
      else this.#deliver(Number(channel.slice(USER_PREFIX.length)), text)
    })
    bus.onGap(() => this.#restartStreams())
    bus.subscribe(SESSIONS_CHANNEL)
    bus.subscribe(CLOSED_USERS_CHANNEL)
  }

  /** Sets the schema of all events, before the first `send`. Transient events are neither numbered nor replayed. */
  defineEvents(schema: z.ZodType<Event>, { transient }: { transient: readonly Event['type'][] }) {
    this.#events = { schema, transient: new Set(transient) }
  }

  /**
   * Sets how each heartbeat finds out which sessions still let their users in. It closes the sockets of sessions that were
   * ended elsewhere: in the database, or on a node that this one has no bus to.
   */
  checkSessions(findLive: FindLiveSessions) {
    this.#findLiveSessions = findLive
  }

  /**
   * Handles messages of clients that match `schema`, for each socket at most once in `minIntervalMs`; more are
   * dropped. A message that matches no handler closes its socket.
   */
  onMessage<Message>(
    schema: z.ZodType<Message>,
    handle: (sender: { userId: number }, message: Message) => Promise<void>,
    { minIntervalMs = 0 }: { minIntervalMs?: number } = {},
  ) {
    this.#handlers.push({ schema, handle, minIntervalMs })
  }

  /** Sends an event to all devices of a user, on every node. Fields that the schema does not name are left out. */
  send(userId: number, event: Event) {
    // Most events are for users who are not connected at the moment.
    if (this.#bus === localBus && !this.#streams.has(userId)) return
    if (!this.#events) throw new Error('send before defineEvents')
    const { schema, transient } = this.#events
    const text = `${transient.has(event.type) ? TRANSIENT_MARK : ''}${JSON.stringify(schema.parse(event))}`
    this.#deliver(userId, text)
    this.#bus.publish(USER_PREFIX + userId, text)
  }

  /** Closes every socket of a session, on every node: part of logging out. */
  closeSession(sessionHash: Buffer) {
    const session = sessionHash.toString('base64')
    this.#closeConnectionsOf(session)
    this.#bus.publish(SESSIONS_CHANNEL, session)
  }

  /** Closes every socket of a user, on every node: the account is disabled or deleted. */
  closeUser(userId: number) {
    this.#closeConnectionsOfUser(userId)
    this.#bus.publish(CLOSED_USERS_CHANNEL, String(userId))
  }

  /** Returns the number of open sockets on this node. */
  socketCount() {
    let count = 0
    for (const { connections } of this.#streams.values()) count += connections.size
    return count
  }

  /** Serves an open socket of an identified user. It receives nothing until it has sent `resume`. */
  attach(socket: WebSocket, owner: SocketOwner) {
    this.#timer ??= setInterval(() => this.heartbeat(), HEARTBEAT_MS).unref()
    const stream = this.#openStream(owner.userId)
    const connection: Connection = new Connection(socket, owner, {
      onResume: (position) => stream.resume(connection, position),
      onOther: (message) => this.#handle(connection, message),
      onClose: () => this.#detach(connection, stream),
    })
    addTo(this.#sessions, connection.session, connection)
    if (stream.connections.size >= SOCKETS_PER_USER) {
      stream.connections.values().next().value?.closeAtOnce(closeCodes.tooManySockets)
    }
    stream.connections.add(connection)
    stream.disconnectedAt = null
    connection.closeAtExpiry({ now: this.#clock.now().getTime(), withinMs: HEARTBEAT_MS })
  }

  /**
   * Removes old events and streams, and closes sockets that do not respond or whose session has ended. Called by a timer,
   * and by tests.
   */
  heartbeat() {
    const now = this.#clock.now().getTime()
    const oldest = now - RESUME_WITHIN_MS
    for (const [userId, stream] of this.#streams) {
      stream.removeEventsBefore(oldest)
      if (stream.disconnectedAt !== null && stream.disconnectedAt < oldest) this.#removeStream(userId)
      for (const connection of stream.connections) {
        connection.heartbeat()
        connection.closeAtExpiry({ now, withinMs: HEARTBEAT_MS })
      }
    }
    void this.#closeEndedSessions()
  }

  /** Closes all sockets so that their clients reconnect to another node, then the bus. */
  async close() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    const connections = [...this.#streams.values()].flatMap((stream) => [...stream.connections])
    // More sockets are spread over more time, as each costs the other nodes a log-in check and a resume.
    const spreadMs = Math.min((connections.length / RECONNECTS_PER_SECOND) * SECOND, MAX_RECONNECT_AFTER_MS)
    await Promise.all(
      connections.map((connection) => connection.closeForRestart(Math.round(this.#random() * spreadMs))),
    )
    await this.#bus.close()
  }

  #deliver(userId: number, text: string) {
    const stream = this.#streams.get(userId)
    if (text.startsWith(TRANSIENT_MARK)) stream?.deliverTransient(text.slice(TRANSIENT_MARK.length))
    else stream?.deliver(text)
  }

  #closeConnectionsOf(session: string) {
    for (const connection of this.#sessions.get(session) ?? []) connection.close(closeCodes.sessionEnded)
  }

  #closeConnectionsOfUser(userId: number) {
    for (const connection of this.#streams.get(userId)?.connections ?? []) connection.close(closeCodes.sessionEnded)
  }

  async #closeEndedSessions() {
    if (!this.#findLiveSessions || this.#isCheckingSessions) return
    this.#isCheckingSessions = true
    try {
      const ended = await findEndedSessions([...this.#sessions.keys()], this.#findLiveSessions)
      for (const session of ended) this.#closeConnectionsOf(session)
    } catch (error) {
      // Without the database nothing is known about a session; the next heartbeat checks it.
      this.#log.warn({ err: error }, 'sessions of sockets not checked')
    } finally {
      this.#isCheckingSessions = false
    }
  }

  #handle(connection: Connection, value: unknown) {
    for (const handler of this.#handlers) {
      const parsed = handler.schema.safeParse(value)
      if (!parsed.success) continue
      if (!connection.mayRun(handler, handler.minIntervalMs)) return
      // The schema is the one that the handler was registered with.
      handler.handle({ userId: connection.userId }, parsed.data as never).catch((error: unknown) => {
        this.#log.error({ err: error }, 'realtime message handler failed')
      })
      return
    }
    connection.close(closeCodes.misbehaved)
  }

  #openStream(userId: number) {
    const known = this.#streams.get(userId)
    if (known) return known
    const stream = new Stream({ clock: this.#clock, budget: this.#budget })
    this.#streams.set(userId, stream)
    this.#bus.subscribe(USER_PREFIX + userId)
    return stream
  }

  #detach(connection: Connection, stream: Stream) {
    removeFrom(this.#sessions, connection.session, connection)
    stream.connections.delete(connection)
    if (stream.connections.size === 0) stream.disconnectedAt = this.#clock.now().getTime()
  }

  /** Events of other nodes may have been lost: connected clients fetch everything again. */
  #restartStreams() {
    for (const [userId, stream] of this.#streams) {
      if (stream.connections.size === 0) this.#removeStream(userId)
      else stream.restart()
    }
  }

  #removeStream(userId: number) {
    this.#streams.get(userId)?.clear()
    this.#streams.delete(userId)
    this.#bus.unsubscribe(USER_PREFIX + userId)
  }
}

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value) {
  const values = map.get(key)
  if (values) values.add(value)
  else map.set(key, new Set([value]))
}

function removeFrom<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value) {
  const values = map.get(key)
  if (values?.delete(value) && values.size === 0) map.delete(key)
}
