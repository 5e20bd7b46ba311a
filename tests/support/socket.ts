import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { ServerMessage, type ClientMessage, type RealtimeEvent } from '#contract/realtime.ts'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import type { Member } from './builders.ts'
import type { TestApp } from './site/app.ts'

export interface TestSocket {
  /** What the server answered to the request for the socket. */
  handshake: { status: number | undefined; headers: IncomingHttpHeaders }
  /** All that it received so far, as text, oldest first. */
  texts: string[]
  /** Received so far, oldest first. */
  events: RealtimeEvent[]
  /** Those of one type. */
  eventsOf<Type extends RealtimeEvent['type']>(type: Type): Extract<RealtimeEvent, { type: Type }>[]
  /** How often it received a reset. */
  resets(): number
  /** Resolves with the close code. */
  closed: Promise<number>
  /** Asks for a pong and waits for it. */
  ping(): Promise<void>
  say(message: ClientMessage): void
  close(): void
}

/** Opens a member's socket on a listening app and waits for the greeting. Earlier calls send it nothing. */
export async function openSocket({ app, context }: Pick<TestApp, 'app' | 'context'>, member: Pick<Member, 'cookie'>) {
  await context.events.drain()
  // An app that listens on a TCP port has an address of this shape.
  return openSocketAt((app.server.address() as AddressInfo).port, member)
}

/** Resolves with the answer to a request for a socket that the server rejects. */
export function rejectionBy(socket: WebSocket) {
  return new Promise<TestSocket['handshake'] & { body: string }>((resolve, reject) => {
    socket.once('open', () => reject(new Error('it opened')))
    socket.once('unexpected-response', (_, reply) => {
      const { statusCode: status, headers } = reply
      text(reply).then((body) => resolve({ status, headers, body }), reject)
    })
  })
}

/** Asks a listening app for a socket without a session. */
export function rejectVisitor(app: FastifyInstance) {
  // As of `openSocket`.
  const { port } = app.server.address() as AddressInfo
  return rejectionBy(new WebSocket(`ws://localhost:${port}${REALTIME_PATH}`, { origin: `http://localhost:${port}` }))
}

/** Reads a message of the server, which does not check its events: a field without contract fails here. */
export function readServerMessage(data: Buffer) {
  const value: unknown = JSON.parse(data.toString())
  const message = ServerMessage.parse(value)
  expect(value).toEqual(message)
  return message
}

/** Opens a member's socket on a port of this machine and waits for the greeting. */
export async function openSocketAt(port: number, member: Pick<Member, 'cookie'>): Promise<TestSocket> {
  const socket = new WebSocket(`ws://localhost:${port}${REALTIME_PATH}`, {
    headers: { cookie: member.cookie, origin: `http://localhost:${port}` },
  })
  const texts: string[] = []
  const events: RealtimeEvent[] = []
  const pongs: (() => void)[] = []
  let resets = 0
  const greeted = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      texts.push(data.toString())
      const message = readServerMessage(data)
      if (message.type === 'reset') resets += 1
      if (message.type === 'event') events.push(message.event)
      if (message.type === 'hello') resolve()
      if (message.type === 'pong') pongs.shift()?.()
    })
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>
  const [[{ statusCode: status, headers }]] = await Promise.all([upgraded, once(socket, 'open')])
  const say = (message: ClientMessage) => socket.send(JSON.stringify(message))
  say({ type: 'resume', epoch: null, after: 0 })
  await greeted
  return {
    handshake: { status, headers },
    texts,
    events,
    eventsOf: <Type extends RealtimeEvent['type']>(type: Type) =>
      events.filter((event): event is Extract<RealtimeEvent, { type: Type }> => event.type === type),
    resets: () => resets,
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
