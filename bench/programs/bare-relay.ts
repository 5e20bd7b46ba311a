// The least that a chat can do: a socket per user, a message inserted by one statement, acknowledged and sent
// to the receiver. No sessions, charges or lists. `node bare-relay.ts <connection string>`
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { openDatabase } from '#server/platform/postgres/db.ts'

const [connectionString = ''] = process.argv.slice(2)
const { pool, close } = openDatabase({ connectionString })
const sockets = new Map<number, WebSocket>()
const server = createServer()
const sender = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false })

sender.on('connection', (socket, request) => {
  const userId = Number(new URL(request.url ?? '', 'ws://localhost').searchParams.get('user'))
  sockets.set(userId, socket)
  socket.on('message', (data: Buffer) => {
    const { to, body } = JSON.parse(data.toString()) as { to: number; body: string }
    void pool
      .query({
        name: 'relay',
        text: 'insert into bench.relayed (sender_id, receiver_id, body, sent_at) values ($1, $2, $3, now()) returning id',
        values: [userId, to, body],
      })
      .then(({ rows }) => {
        const id = String(rows[0]?.id)
        socket.send(`{"stored":${id}}`)
        sockets.get(to)?.send(JSON.stringify({ id, from: userId, body }))
      })
  })
})

server.listen(0, '127.0.0.1', () => {
  // A server that listens on a TCP port has an address of this type.
  process.send?.({ port: (server.address() as AddressInfo).port })
})

async function stop() {
  await close()
  process.exit()
}
process.once('SIGTERM', () => void stop())
process.once('disconnect', () => void stop())
