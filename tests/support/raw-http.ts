import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface RawConnection {
  socket: Socket
  /** Everything received so far. */
  text(): string
  /** Waits for an answer and returns its parts. */
  answer(): Promise<RawAnswer>
  /** Waits until the server has closed the connection. */
  closed(): Promise<void>
}

interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Connects to a listening app below the level of HTTP, for requests that no HTTP client would send. */
export async function connectRaw(app: FastifyInstance): Promise<RawConnection> {
  // An app that listens on a TCP port has an address of this shape.
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  // A connection that is reset shows in `closed` and in what was received.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  return {
    socket,
    text: () => received,
    async answer() {
      while (!isComplete(received)) await Promise.race([once(socket, 'data'), closed.then(() => failOn(received))])
      return parse(received)
    },
    closed: async () => void (await closed),
  }
}

/** Sends a text as one request and returns the answer. */
export async function sendRaw(app: FastifyInstance, text: string) {
  const connection = await connectRaw(app)
  connection.socket.write(text)
  const answer = await connection.answer()
  connection.socket.destroy()
  return answer
}

function failOn(received: string) {
  if (!isComplete(received)) throw new Error(`the connection closed after ${JSON.stringify(received)}`)
}

function isComplete(received: string) {
  if (!received.includes('\r\n\r\n')) return false
  const { headers, body } = parse(received)
  return body.length >= Number(headers['content-length'] ?? 0)
}

function parse(received: string): RawAnswer {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
