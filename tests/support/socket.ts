import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import { ServerMessage, type ClientMessage, type RealtimeEvent } from '#contract/realtime.ts'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import type { Member } from './builders.ts'

export interface TestSocket {
  /** Received so far, oldest first. */
  events: RealtimeEvent[]
  /** Those of one type. */
  eventsOf<Type extends RealtimeEvent['type']>(type: Type): Extract<RealtimeEvent, { type: Type }>[]
  /** Resolves with the close code. */
  closed: Promise<number>
  /** Asks for a pong and waits for it. */
  ping(): Promise<void>
  say(message: ClientMessage): void
  close(): void
}

/** Opens a member's socket on a listening app and waits for the greeting. */
export async function openSocket(app: FastifyInstance, member: Pick<Member, 'cookie'>): Promise<TestSocket> {
  // An app that listens on a TCP port has an address of this shape.
  const { port } = app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://localhost:${port}${REALTIME_PATH}`, {
    headers: { cookie: member.cookie, origin: `http://localhost:${port}` },
  })
  const events: RealtimeEvent[] = []
  const pongs: (() => void)[] = []
  const greeted = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message = ServerMessage.parse(JSON.parse(data.toString()))
      if (message.type === 'event') events.push(message.event)
      if (message.type === 'hello') resolve()
      if (message.type === 'pong') pongs.shift()?.()
    })
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  await once(socket, 'open')
  const say = (message: ClientMessage) => socket.send(JSON.stringify(message))
  say({ type: 'resume', epoch: null, after: 0 })
  await greeted
  return {
    events,
    eventsOf: <Type extends RealtimeEvent['type']>(type: Type) =>
      events.filter((event): event is Extract<RealtimeEvent, { type: Type }> => event.type === type),
    closed,
    ping: () =>
      new Promise((resolve) => {
        pongs.push(resolve)
        say({ type: 'ping' })
      }),
    say,
    close: () => socket.terminate(),
  }
}
