import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { readPromises, startFaultySite, type Answer, type FaultySite } from '#tests/support/programs/faulty-site.ts'

/**
 * How long a request may take while the database is silent: at most 3 s for a connection and 5 s for a
 * statement (server/platform/postgres/pool.ts). A busy machine needs a part of the last second.
 */
const ANSWER_MS = 9000
/** How long the server may take to work again after the database has come back. */
const RECOVERY_MS = 10_000

let site: FaultySite
let ana: Member
let ben: Member
const acknowledged = new Set<string>()

beforeAll(async () => {
  site = await startFaultySite()
  ana = await buildMember(site.context, { credits: 5000 })
  ben = await buildMember(site.context)
})
afterAll(() => site.close())

/** Sends messages in turn until `stop`, each until it is acknowledged. Returns the error answers. */
function sendMessages(stop: AbortSignal) {
  const errors: Answer[] = []
  const run = async () => {
    while (!stop.aborted) {
      const answer = await site.sendMessage(ana, ben)
      if (answer.status === 200) acknowledged.add(answer.clientId)
      else errors.push(answer)
      await sleep(20)
    }
    return errors
  }
  return run()
}

async function expectPromises() {
  const { stored, doubled, faults } = await readPromises(site.context)
  expect([...acknowledged].filter((clientId) => !stored.has(clientId))).toEqual([])
  expect(doubled).toBe(0)
  expect(faults).toEqual([])
}

async function waitForRecovery() {
  const startedAt = performance.now()
  for (;;) {
    const { status } = await site.send('/ready')
    if (status === 200) break
    expect(performance.now() - startedAt).toBeLessThan(RECOVERY_MS)
    await sleep(100)
  }
  const answer = await site.sendMessage(ana, ben)
  expect(answer.status).toBe(200)
  acknowledged.add(answer.clientId)
}

const unavailable = {
  status: 503,
  headers: expect.objectContaining({ 'retry-after': expect.stringMatching(/^\d+$/) }),
  body: { error: expect.objectContaining({ code: expect.stringMatching(/^request\.(unavailable|busy)$/) }) },
}

test('with a slow database every request is answered, late', async () => {
  site.proxy.delay(100)
  const answers = await Promise.all(Array.from({ length: 10 }, () => site.sendMessage(ana, ben)))
  await site.proxy.restore()
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.ms).toBeLessThan(ANSWER_MS)
    acknowledged.add(answer.clientId)
  }
  await waitForRecovery()
  await expectPromises()
})

test.each([
  ['rejects connections', () => site.proxy.cut()],
  ['hangs', async () => site.proxy.hang()],
])('while the database %s requests get 503 in time; afterwards all works again', async (_, begin) => {
  const stop = new AbortController()
  const sending = sendMessages(stop.signal)
  await sleep(300)
  await begin()
  const [health, ready, chats, message] = await Promise.all([
    site.send('/health'),
    site.send('/ready'),
    site.send('/api/chats', { cookie: ana.cookie }),
    site.sendMessage(ana, ben),
  ])
  expect(health.status).toBe(200)
  // The check that /ready shares is a second old at most.
  await expect.poll(async () => (await site.send('/ready')).status).toBe(503)
  expect(chats).toMatchObject(unavailable)
  expect(message).toMatchObject(unavailable)
  for (const { ms } of [health, ready, chats, message]) expect(ms).toBeLessThan(ANSWER_MS)

  await site.proxy.restore()
  await waitForRecovery()
  stop.abort()
  for (const error of await sending) {
    expect(error).toMatchObject(unavailable)
    expect(error.ms).toBeLessThan(ANSWER_MS)
  }
  await expectPromises()
})

test('a message whose acknowledgement was lost in an outage is stored and paid once when it is sent again', async () => {
  const before = (await readPromises(site.context)).balanceOf(ana.userId) ?? 0
  const sends = Array.from({ length: 8 }, () => site.sendMessage(ana, ben))
  await sleep(5)
  await site.proxy.cut()
  const first = await Promise.all(sends)
  await site.proxy.restore()
  await waitForRecovery()
  const second = await Promise.all(first.map(({ clientId }) => site.sendMessage(ana, ben, clientId)))
  expect(new Set(second.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { clientId } of second) acknowledged.add(clientId)
  await expectPromises()
  // Eight messages, and the one that waitForRecovery sends, at one price.
  const after = (await readPromises(site.context)).balanceOf(ana.userId) ?? 0
  expect((before - after) % 9).toBe(0)
  expect(before - after).toBeGreaterThan(0)
})

test('with the pool exhausted requests get 503 in time, and the server works again', async () => {
  site.proxy.hang()
  const answers = await Promise.all(Array.from({ length: 100 }, () => site.send('/api/chats', { cookie: ana.cookie })))
  for (const answer of answers) {
    expect(answer).toMatchObject(unavailable)
    expect(answer.ms).toBeLessThan(ANSWER_MS)
  }
  expect(site.proxy.connections()).toBeLessThanOrEqual(20)
  await site.proxy.restore()
  await waitForRecovery()
  await expectPromises()
})
