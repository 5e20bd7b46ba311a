import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendMessage } from '#contract/chat/calls.ts'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { logOut } from '#contract/accounts/calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { ChatClient } from '#tests/support/chat-client.ts'
import { startNodes, type Nodes } from '#tests/support/programs/nodes.ts'
import { openSocketAt, type TestSocket } from '#tests/support/socket.ts'

/*
 * Two processes for requests and one for jobs behind one port, as with PROCESSES=2, without Redis.
 */

const TOKEN = 'token of the metrics'

let site: Nodes
let port: number
let ana: Member
let ben: Member

beforeAll(async () => {
  site = await startNodes({ count: 1, program: 'processes', environment: { METRICS_TOKEN: TOKEN } })
  port = site.nodes[0]?.port ?? 0
  ana = await buildMember(site.context, { credits: 10_000 })
  ben = await buildMember(site.context, { credits: 10_000 })
})
afterAll(() => site.close())

/** The processes that the program has started, by what they do. */
function childrenOf(role: 'web' | 'worker') {
  const pid = site.nodes[0]?.pid() ?? 0
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  return pids.filter((child) => environmentOf(child).includes(`ROLE=${role}`))
}

/** Returns the first of some processes. One that is missing must not become 0: the group of the tests. */
function firstOf([pid]: readonly number[]) {
  if (!pid) throw new Error('The program has started no process of this kind.')
  return pid
}

/** Empty for one that has just ended. */
function environmentOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

const openSockets = (member: Member, count: number) =>
  Promise.all(Array.from({ length: count }, () => openSocketAt(port, member)))

async function say(body: string) {
  const input = { params: { profileId: ben.profileId }, body: { clientId: crypto.randomUUID(), body } }
  await callsTo(`http://127.0.0.1:${port}`, ana)(sendMessage, input)
}

async function metric(name: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

test('sockets of both processes get the events of either, and a session ends in both', async () => {
  const eve = await buildMember(site.context)
  const [sockets, eveSockets] = [await openSockets(ben, 4), await openSockets(eve, 4)]
  await say('to all of them')
  await vi.waitFor(() => expect(sockets.map((socket) => socket.eventsOf('message').length)).toEqual([1, 1, 1, 1]))
  // Connections are given to the processes in turn, so each has some; the metrics count those of both.
  // A process that does not answer in time is left out.
  await vi.waitFor(async () => expect(await metric('realtime_sockets')).toBe(8))
  await callsTo(`http://127.0.0.1:${port}`, eve)(logOut, {})
  expect(await Promise.all(eveSockets.map(({ closed }) => closed))).toEqual(Array(4).fill(closeCodes.sessionEnded))
  for (const socket of sockets) socket.close()
})

test('after kill -9 of one process the sockets of the other stay, it is replaced, and no message is lost', async () => {
  const clients = [
    new ChatClient({ member: ana, partner: ben, nextPort: () => port }),
    new ChatClient({ member: ben, partner: ana, nextPort: () => port }),
  ]
  const sockets = [...(await openSockets(ana, 5)), ...(await openSockets(ben, 5))]
  const ended = new Set<TestSocket>()
  for (const socket of sockets) void socket.closed.then(() => ended.add(socket))
  const before = childrenOf('web')
  const killed = firstOf(before)

  const sending = clients.map(async (client, member) => {
    for (let count = 0; count < 30; count += 1) {
      if (count === 10 && member === 0) process.kill(killed, 'SIGKILL')
      await client.send(`${member} ${count}`)
    }
  })
  await Promise.all(sending)

  await vi.waitFor(() => expect(childrenOf('web').filter((pid) => pid !== killed)).toHaveLength(2))
  expect(childrenOf('web')).toEqual(expect.arrayContaining(before.filter((pid) => pid !== killed)))
  // Those of the killed one end. The others fetch again: they hear of its end after it was replaced.
  const restarted = () => sockets.filter((socket) => socket.resets() > 0)
  await vi.waitFor(() => expect(new Set([...ended, ...restarted()])).toEqual(new Set(sockets)))
  const staying = restarted()
  await Promise.all(staying.map((socket) => socket.ping()))
  expect([staying.length > 0, ended.size]).toEqual([true, sockets.length - staying.length])

  const texts = [0, 1].flatMap((member) => Array.from({ length: 30 }, (_, count) => `${member} ${count}`))
  await vi.waitFor(() => {
    for (const client of clients) expect(textsOf(client)).toEqual(expect.arrayContaining(texts))
  })
  expect(clients.flatMap(({ faults }) => faults)).toEqual([])
  for (const socket of staying) socket.close()
  for (const client of clients) client.end()
  expect([...(await auditMoney(site.context.db)), ...(await auditChat(site.context.db))]).toEqual([])
})

test('a killed process for jobs is replaced', async () => {
  const killed = firstOf(childrenOf('worker'))
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => expect(childrenOf('worker').filter((pid) => pid !== killed)).toHaveLength(1))
})

function textsOf(client: ChatClient) {
  return [...client.messages.values()].map((message) => ('body' in message ? message.body : ''))
}
