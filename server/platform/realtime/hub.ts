import type { WebSocket } from '@fastify/websocket'
import { closeCodes, RealtimeEvent, type ServerMessage } from '#contract/realtime.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { localBus, type RealtimeBus } from './bus.ts'
import { Connection, type Identity } from './connection.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { systemClock, type Clock } from '#server/platform/clock.ts'

/** Below the 30 seconds after which the usual proxies cut a silent connection. */
const HEARTBEAT = 25 * SECOND
/** How long and how much is kept for a member whose connection broke. */
const RESUME_WITHIN = 3 * MINUTE
const RESUME_FRAMES = 128
/** Devices and tabs of one member; one more closes the oldest. */
const SOCKETS_PER_MEMBER = 12

const sessionsChannel = 'sessions'
const channelOf = (userId: number) => `user:${userId}`

/** What one member is told on this node: who listens, and what a broken connection may have missed. */
interface Stream {
  /** Numbers mean something only within an epoch; a stream that was forgotten and made anew has another. */
  epoch: string
  seq: number
  connections: Set<Connection>
  /** Latest frames, oldest first. */
  recent: { seq: number; sentAt: number; text: string }[]
  /** When the last connection left; null while there is one. */
  leftAt: number | null
}

type PresenceListener = (member: Identity, isOnline: boolean) => void
type TypingListener = (member: Identity, conversationId: string) => void | Promise<void>

interface Wishes {
  log: Log
  clock?: Clock
  bus?: RealtimeBus
}

export type Realtime = ReturnType<typeof createRealtime>

/**
 * The hub of sockets: tells members what happens while it happens. What must not be lost is in the database; the hub
 * makes sure that a client either gets every frame once and in order, or is told to fetch anew.
 */
export function createRealtime({ log, clock = systemClock, bus = localBus }: Wishes) {
  const streams = new Map<number, Stream>()
  const sessions = new Map<string, Set<Connection>>()
  const presenceListeners: PresenceListener[] = []
  let typingListener: TypingListener | null = null
  let heartbeat: NodeJS.Timeout | null = null

  bus.onMessage((channel, text) => {
    if (channel === sessionsChannel) endSession(text)
    else deliver(Number(channel.slice('user:'.length)), text)
  })
  bus.onGap(() => {
    for (const [userId, stream] of streams) startOver(userId, stream)
  })
  bus.subscribe(sessionsChannel)

  /** Tells all devices of a member, on every node. Fields that the contract does not name are left out. */
  function send(userId: number, event: RealtimeEvent) {
    // Most news is for somebody who is not here just now.
    if (bus === localBus && !streams.has(userId)) return
    const text = JSON.stringify(RealtimeEvent.parse(event))
    deliver(userId, text)
    bus.publish(channelOf(userId), text)
  }

  function deliver(userId: number, event: string) {
    const stream = streams.get(userId)
    if (!stream) return
    // Who has stopped typing meanwhile must not be seen typing after a reconnect.
    if (event.startsWith('{"type":"typing"')) return broadcast(stream, encodeEvent(null, event))
    stream.seq += 1
    const text = encodeEvent(stream.seq, event)
    stream.recent.push({ seq: stream.seq, sentAt: clock.now().getTime(), text })
    if (stream.recent.length > RESUME_FRAMES) stream.recent.shift()
    broadcast(stream, text)
  }

  /** Whether a device of the member listens on this node. */
  function isConnected(userId: number) {
    return (streams.get(userId)?.connections.size ?? 0) > 0
  }

  /** Number of open sockets on this node. */
  function socketCount() {
    let count = 0
    for (const { connections } of streams.values()) count += connections.size
    return count
  }

  /** Ends every socket of a session, on every node: part of logging out. */
  function closeSession(sessionHash: Buffer) {
    const session = sessionHash.toString('base64')
    endSession(session)
    bus.publish(sessionsChannel, session)
  }

  function endSession(session: string) {
    for (const connection of sessions.get(session) ?? []) {
      connection.send(encodeEvent(null, '{"type":"session.ended"}'))
      connection.close(closeCodes.sessionEnded)
    }
  }

  /** Hears when a member's first device on this node comes and her last one leaves. */
  function onPresence(listener: PresenceListener) {
    presenceListeners.push(listener)
  }

  /** Hears who types where. The listener checks whether she may, and tells the other side. */
  function onTyping(listener: TypingListener) {
    typingListener = listener
  }

  /** Takes over an open socket of somebody known. It hears nothing until it has said how far it got. */
  function attach(socket: WebSocket, member: Identity) {
    heartbeat ??= setInterval(beat, HEARTBEAT).unref()
    const connection = new Connection(socket, member, {
      onResume: (epoch, after) => join(connection, epoch, after),
      onTyping: (conversationId) => tellTyping(member, conversationId),
      onClose: () => leave(connection),
    })
    addTo(sessions, connection.session, connection)
    const stream = openStream(member.userId)
    if (stream.connections.size >= SOCKETS_PER_MEMBER) stream.connections.values().next().value?.close(1013)
    stream.connections.add(connection)
    stream.leftAt = null
    if (stream.connections.size === 1) tellPresence(member, true)
  }

  function openStream(userId: number) {
    const known = streams.get(userId)
    if (known) return known
    const stream: Stream = { epoch: newPublicId(), seq: 0, connections: new Set(), recent: [], leftAt: null }
    streams.set(userId, stream)
    bus.subscribe(channelOf(userId))
    return stream
  }

  /** Says what the client has missed, or that it has to start over; from then on it hears everything. */
  function join(connection: Connection, epoch: string | null, after: number) {
    const stream = streams.get(connection.member.userId)
    if (!stream) return
    connection.isListening = true
    const isFirstVisit = epoch === null
    const oldestKept = stream.recent[0]?.seq ?? stream.seq + 1
    const isKnown = epoch === stream.epoch && after <= stream.seq && after >= oldestKept - 1
    const type = isFirstVisit || isKnown ? 'hello' : 'reset'
    connection.send(encode({ type, epoch: stream.epoch, seq: isKnown ? after : stream.seq }))
    if (!isKnown) return
    for (const { seq, text } of stream.recent) if (seq > after) connection.send(text)
  }

  function leave(connection: Connection) {
    removeFrom(sessions, connection.session, connection)
    const stream = streams.get(connection.member.userId)
    if (!stream?.connections.delete(connection) || stream.connections.size > 0) return
    stream.leftAt = clock.now().getTime()
    tellPresence(connection.member, false)
  }

  function tellTyping(member: Identity, conversationId: string) {
    void (async () => typingListener?.(member, conversationId))().catch((error: unknown) => {
      log.error({ err: error }, 'typing listener failed')
    })
  }

  function tellPresence(member: Identity, isOnline: boolean) {
    for (const listener of presenceListeners) listener(member, isOnline)
  }

  /** Frames of other nodes may have been lost: whoever listens fetches again. */
  function startOver(userId: number, stream: Stream) {
    if (stream.connections.size === 0) return forget(userId)
    stream.epoch = newPublicId()
    stream.seq = 0
    stream.recent = []
    broadcast(stream, encode({ type: 'reset', epoch: stream.epoch, seq: 0 }))
  }

  /** Drops what is too old, whom nobody waits for, and sockets that have gone silent. */
  function beat() {
    const tooOld = clock.now().getTime() - RESUME_WITHIN
    for (const [userId, stream] of streams) {
      while (stream.recent[0] && stream.recent[0].sentAt < tooOld) stream.recent.shift()
      if (stream.leftAt !== null && stream.leftAt < tooOld) forget(userId)
      for (const connection of stream.connections) connection.beat()
    }
  }

  function forget(userId: number) {
    streams.delete(userId)
    bus.unsubscribe(channelOf(userId))
  }

  /** Sends every client elsewhere and lets go of the bus. */
  async function close() {
    if (heartbeat) clearInterval(heartbeat)
    heartbeat = null
    const connections = [...streams.values()].flatMap((stream) => [...stream.connections])
    await Promise.all(connections.map((connection) => connection.closeSoon()))
    await bus.close()
  }

  return { send, isConnected, socketCount, closeSession, onPresence, onTyping, attach, beat, close }
}

function broadcast(stream: Stream, text: string) {
  for (const connection of stream.connections) if (connection.isListening) connection.send(text)
}

/** A frame is serialised once, however many devices and nodes it goes to. */
function encodeEvent(seq: number | null, event: string) {
  return `{"type":"event","seq":${seq},"event":${event}}`
}

function encode(message: ServerMessage) {
  return JSON.stringify(message)
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
