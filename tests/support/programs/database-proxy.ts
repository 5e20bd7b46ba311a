import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './program.ts'

/** A TCP proxy in front of a PostgreSQL, which makes the database slow or cuts it off. */
export interface DatabaseProxy {
  /** Connection string of the same database through the proxy. */
  connectionString: string
  /** Delays everything that the program sends. 0 ends the delay. */
  delay(ms: number): void
  /** Forwards nothing more and keeps the connections open, like a network that loses packets. */
  hang(): void
  /** Cuts all connections and rejects new ones. */
  cut(): Promise<void>
  /** Forwards again, after `hang` or `cut`. Connections from before are cut. */
  restore(): Promise<void>
  /** Forwards new connections to another database and cuts the others, as an address that moves. */
  moveTo(target: string): void
  /** Connections that are open now. */
  connections(): number
  close(): Promise<void>
}

type State = 'forwarding' | 'hanging'

/** Opens a proxy to a database whose connection string names a socket folder. */
export async function openDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { name } = socketOf(target)
  let { path } = socketOf(target)
  // Not one that the system chooses: while it is cut off, another connection could get it.
  const port = await freePort()
  const sockets = new Set<Socket>()
  let state: State = 'forwarding'
  let delayMs = 0

  const server = createServer((client) => {
    const upstream = connect(path)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (data) => void forward(client, upstream, data))
    upstream.on('data', (data) => {
      if (state === 'forwarding') client.write(data)
    })
  })

  /** Pauses the reading side, so that the order of the bytes stays. */
  async function forward(from: Socket, to: Socket, data: Buffer) {
    if (state === 'hanging') return
    from.pause()
    if (delayMs > 0) await sleep(delayMs)
    if (state === 'forwarding' && !to.destroyed) to.write(data)
    from.resume()
  }

  function cutConnections() {
    for (const socket of sockets) socket.destroy()
  }

  async function listen() {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  async function stopListening() {
    if (!server.listening) return
    server.close()
    cutConnections()
    await once(server, 'close')
  }

  await listen()
  return {
    connectionString: `postgresql://rendezvous@127.0.0.1:${port}${name}`,
    delay: (ms) => (delayMs = ms),
    hang: () => (state = 'hanging'),
    cut: stopListening,
    async restore() {
      cutConnections()
      state = 'forwarding'
      delayMs = 0
      if (!server.listening) await listen()
    },
    moveTo(next) {
      path = socketOf(next).path
      cutConnections()
    },
    connections: () => sockets.size / 2,
    close: stopListening,
  }
}

function socketOf(target: string) {
  // The host is empty in these connection strings, which URL does not accept.
  const url = new URL(target.replace('@/', '@localhost/'))
  return { path: `${url.searchParams.get('host') ?? ''}/.s.PGSQL.${url.port || '5432'}`, name: url.pathname }
}
