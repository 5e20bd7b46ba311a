import { expect, test, vi } from 'vitest'
import { buildMember } from '#tests/support/builders.ts'
import { readPromises, startFaultySite } from '#tests/support/programs/faulty-site.ts'

const CLIENTS = 12

test('SIGTERM under load fails no request that was accepted, and loses no message', async () => {
  const site = await startFaultySite()
  const senders = await Promise.all(Array.from({ length: CLIENTS }, () => buildMember(site.context, { credits: 5000 })))
  const receiver = await buildMember(site.context)
  // Some work is under way for longer than a moment when the signal comes.
  site.proxy.delay(5)

  const acknowledged: string[] = []
  /** No answer: the connection was rejected, or closed before the request was read. */
  const unanswered: string[] = []
  const errorStatuses: number[] = []
  const clients = senders.map(async (sender) => {
    while (unanswered.length < CLIENTS) {
      const clientId = crypto.randomUUID()
      const answer = await site.sendMessage(sender, receiver, clientId).catch(() => null)
      if (!answer) return unanswered.push(clientId)
      if (answer.status === 200) acknowledged.push(clientId)
      else errorStatuses.push(answer.status)
    }
    return 0
  })
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(CLIENTS))
  site.program.kill('SIGTERM')
  await Promise.all(clients)
  expect(await site.program.ended).toBe(0)

  expect(errorStatuses).toEqual([])
  const { stored, doubled, faults } = await readPromises(site.context)
  expect(acknowledged.filter((clientId) => !stored.has(clientId))).toEqual([])
  expect(unanswered.filter((clientId) => stored.has(clientId))).toEqual([])
  expect(doubled).toBe(0)
  expect(faults).toEqual([])
  await site.close()
})
