import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '#contract/realtime.ts'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import { SECOND } from '#contract/time.ts'
import type { OnClose } from './bench.ts'
import type { ChatLine } from './chat-load.ts'
import { BODY, requestOfMessage, type Pair } from './chat-pairs.ts'
import { openConnection, type Connection } from './http-client.ts'

interface LineOptions {
  port: number
  pairs: Pair[]
  onClose: OnClose
}

/** Connections over which messages are sent when many are due at once. */
const CONNECTIONS = 64

/** How often a client reports how far it has received a conversation. */
const RECEIVED_MS = 1 * SECOND

/** The product: messages go by HTTP, as pages send them, and arrive on the receiver's socket. */
export async function openProductLine({ port, pairs, onClose }: LineOptions): Promise<ChatLine> {
  const arrivals = new Map<Pair, (() => void)[]>()
  await Promise.all(
    pairs.map(async (pair) => {
      const socket = await openMemberSocket({ port, cookie: pair.receiver.cookie, onClose })
      let received: ClientMessage | null = null
      socket.on('message', (data: Buffer) => {
        if (!data.includes('"type":"message"')) return
        arrivals.get(pair)?.shift()?.()
        if (!received) setTimeout(() => reportReceived(), RECEIVED_MS).unref()
        received = receivedOf(data)
      })
      function reportReceived() {
        if (received) socket.send(JSON.stringify(received))
        received = null
      }
    }),
  )
  const post = createHttpSenders({ port, onClose })
  return {
    pairs,
    async send(pair) {
      const arrived = arrivalOn(arrivals, pair)
      await Promise.all([arrived, post(requestOfMessage(pair))])
    },
  }
}

/** Opens a member's socket and waits for the greeting. */
export async function openMemberSocket({ port, cookie, onClose }: { port: number; cookie: string; onClose: OnClose }) {
  const origin = `http://127.0.0.1:${port}`
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${REALTIME_PATH}`, {
    headers: { cookie, origin },
    perMessageDeflate: false,
  })
  onClose(async () => socket.terminate())
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'resume', epoch: null, after: 0 } satisfies ClientMessage))
  await once(socket, 'message')
  return socket
}

interface Job {
  request: string
  resolve: () => void
  reject: (error: Error) => void
}

/**
 * Returns a function that sends a request over a free connection, or waits for one. It rejects for another
 * status than 200. Connections are opened on demand and used in turn: the server closes those that send
 * nothing for long.
 */
function createHttpSenders({ port, onClose }: Pick<LineOptions, 'port' | 'onClose'>) {
  const jobs: Job[] = []
  const idle: (() => void)[] = []
  let opened = 0

  async function open() {
    opened += 1
    let current: Job | undefined
    const connection: Connection = await openConnection({
      port,
      onReply(status) {
        if (status === 200) current?.resolve()
        else current?.reject(new Error(`a message was answered with ${status}`))
        startJob()
      },
    })
    onClose(async () => connection.close())
    function startJob() {
      current = jobs.shift()
      if (current) connection.send(current.request)
      else idle.push(startJob)
    }
    startJob()
  }

  return (request: string) =>
    new Promise<void>((resolve, reject) => {
      jobs.push({ request, resolve, reject })
      const startJob = idle.shift()
      if (startJob) startJob()
      else if (opened < CONNECTIONS) open().catch(reject)
    })
}

/** The relay: one socket per sender and per receiver; it acknowledges in the order of sending. */
export async function openRelayLine({ port, pairs, onClose }: LineOptions): Promise<ChatLine> {
  const arrivals = new Map<Pair, (() => void)[]>()
  const acknowledged = new Map<Pair, (() => void)[]>()
  const senders = new Map<Pair, WebSocket>()
  const open = async (userId: number) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?user=${userId}`, { perMessageDeflate: false })
    onClose(async () => socket.terminate())
    await once(socket, 'open')
    return socket
  }
  await Promise.all(
    pairs.map(async (pair) => {
      const [sender, receiver] = await Promise.all([open(pair.sender.userId), open(pair.receiver.userId)])
      senders.set(pair, sender)
      sender.on('message', () => acknowledged.get(pair)?.shift()?.())
      receiver.on('message', () => arrivals.get(pair)?.shift()?.())
    }),
  )
  return {
    pairs,
    async send(pair) {
      const done = Promise.all([arrivalOn(arrivals, pair), arrivalOn(acknowledged, pair)])
      senders.get(pair)?.send(JSON.stringify({ to: pair.receiver.userId, body: BODY }))
      await done
    },
  }
}

function arrivalOn(arrivals: Map<Pair, (() => void)[]>, pair: Pair) {
  return new Promise<void>((resolve) => {
    const queue = arrivals.get(pair)
    if (queue) queue.push(resolve)
    else arrivals.set(pair, [resolve])
  })
}

function receivedOf(data: Buffer): ClientMessage | null {
  // Our own server sent it.
  const message = JSON.parse(data.toString()) as ServerMessage
  if (message.type !== 'event' || message.event.type !== 'message') return null
  const { conversationId, seq } = message.event.message
  return { type: 'received', conversationId, seq }
}
