import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { readPromises, startFaultySite, type FaultySite } from '#tests/support/programs/faulty-site.ts'

const SLOW_CLIENTS = 1000
/** Each slow client sends or reads one byte in this time. */
const BYTE_INTERVAL_MS = 250
const DURATION_MS = 8000
/** Requests of each kind, however long they take on a busy machine. */
const LEAST_ROUNDS = 21
/** Time limit of 19 of 20 normal requests, and the slowest one, beside the slow clients on one machine. */
const ANSWER_MS = 1000
const SLOWEST_MS = 6000
/** 19 of 20 requests of a machine that does nothing else are answered in this time without slow clients. */
const CALM_MS = 100
const TIMEOUT_MS = 10 * MINUTE

let site: FaultySite
let ana: Member
let ben: Member

beforeAll(async () => {
  site = await startFaultySite()
  ana = await buildMember(site.context, { credits: 5000 })
  ben = await buildMember(site.context)
})
afterAll(() => site.close())

interface SlowClient {
  socket: Socket
  /** Sends or reads the next byte. */
  step(): void
}

/** Never ends its header lines. */
function slowHeaders(socket: Socket): SlowClient {
  let sent = 0
  const text = `GET /api/settings HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${'x'.repeat(10_000)}`
  return { socket, step: () => socket.write(text[sent++ % text.length] ?? 'x') }
}

/** Announces a body and sends it byte by byte, logged in. */
function slowBody(socket: Socket): SlowClient {
  const path = `/api/members/${ben.profileId}/messages`
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Cookie: ${ana.cookie}`, 'Content-Type: application/json']
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: 5000\r\n\r\n`)
  return { socket, step: () => socket.write(' ') }
}

/** Sends a whole request and reads the answer byte by byte. */
function slowReader(socket: Socket): SlowClient {
  socket.removeAllListeners('data')
  socket.pause()
  socket.write('GET /api/docs/json HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return { socket, step: () => socket.read(1) }
}

const kinds = [slowHeaders, slowBody, slowReader]

async function openSlowClients() {
  const clients: SlowClient[] = []
  while (clients.length < SLOW_CLIENTS)
    clients.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => openSlowClient(index)))))
  return clients
}

async function openSlowClient(index: number) {
  const socket = connect(site.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const start = kinds[index % kinds.length] ?? slowHeaders
  return start(socket)
}

/** Sends a message and two other requests. Returns how long each took. */
async function sendRound(acknowledged: string[]) {
  const [message, chats, health] = await Promise.all([
    site.sendMessage(ana, ben),
    site.send('/api/chats', { cookie: ben.cookie }),
    site.send('/health'),
  ])
  expect([message.status, chats.status, health.status]).toEqual([200, 200, 200])
  acknowledged.push(message.clientId)
  return [message.ms, chats.ms, health.ms]
}

/** Returns the time of 19 of 20, and of the slowest one. */
function longest(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return [sorted[Math.floor(sorted.length * 0.95)] ?? 0, sorted.at(-1) ?? 0] as const
}

test(
  'a thousand clients of a byte at a time delay no other request, and leave nothing behind',
  async () => {
    const acknowledged: string[] = []
    // What other programs on this machine take, without slow clients.
    const calmTimes: number[] = []
    for (let round = 0; round < LEAST_ROUNDS; round += 1) calmTimes.push(...(await sendRound(acknowledged)))
    const share = Math.max(1, longest(calmTimes)[0] / CALM_MS)

    const clients = await openSlowClients()
    const timer = setInterval(() => {
      for (const { socket, step } of clients) if (socket.writable) step()
    }, BYTE_INTERVAL_MS)
    // The thousand have begun: what they have asked for at once is done.
    expect((await site.send('/health')).status).toBe(200)
    const times: number[] = []
    const endsAt = performance.now() + DURATION_MS
    while (performance.now() < endsAt || times.length < 3 * LEAST_ROUNDS) {
      times.push(...(await sendRound(acknowledged)))
      await sleep(50)
    }
    clearInterval(timer)
    for (const { socket } of clients) socket.destroy()
    const [most, slowest] = longest(times)
    expect(most).toBeLessThan(ANSWER_MS * share)
    expect(slowest).toBeLessThan(SLOWEST_MS * share)

    const answer = await site.sendMessage(ana, ben)
    expect(answer.status).toBe(200)
    const { stored, doubled, faults } = await readPromises(site.context)
    expect([...acknowledged, answer.clientId].filter((clientId) => !stored.has(clientId))).toEqual([])
    // Not one of the unfinished bodies became a message.
    expect(stored.size).toBe(acknowledged.length + 1)
    expect(doubled).toBe(0)
    expect(faults).toEqual([])
  },
  TIMEOUT_MS,
)
