import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { SECOND } from '#contract/time.ts'
import { accountConfirmed, accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { openSocket, type TestSocket } from '#tests/support/socket.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'
import { Deliveries } from './deliveries.ts'
import { TypingPartners } from './typing.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
  await site.app.listen({ port: 0 })
})
afterAll(() => site.close())

/** Ana has sent Ben three messages; both have a page open. */
async function connectedPair() {
  const [ana, ben] = await chat.pair()
  let id = ''
  for (const text of ['one', 'two', 'three']) id = await chat.say(ana, ben, text)
  const [anaSocket, benSocket] = [await openSocket(site, ana), await openSocket(site, ben)]
  return { ana, ben, id, anaSocket, benSocket, close: () => [anaSocket, benSocket].forEach((socket) => socket.close()) }
}

async function deliveredSeq(member: Member, id: string) {
  const { reply } = await chat.open(member, id)
  return reply?.conversation.partnerDeliveredSeq
}

test('the sender sees up to where messages have reached a device of the partner', async () => {
  const { ana, ben, id, anaSocket, benSocket, close } = await connectedPair()
  for (const seq of [1, 2]) benSocket.say({ type: 'received', conversationId: id, seq })
  const receipt = {
    type: 'receipt',
    conversationId: id,
    profileId: ben.profileId,
    deliveredSeq: 2,
    readSeq: 0,
    unread: null,
  }
  // Both marks are stored together.
  await vi.waitFor(() => expect(anaSocket.eventsOf('receipt')).toEqual([receipt]))
  expect(benSocket.eventsOf('receipt')).toEqual([])
  expect(await deliveredSeq(ana, id)).toBe(2)
  close()
})

test('a mark goes neither back nor beyond the latest message, and not into a conversation of others', async () => {
  const { ana, ben, id, anaSocket, close } = await connectedPair()
  const eve = await chat.build()
  const deliveries = new Deliveries(site.context)
  deliveries.add({ userId: ben.userId, conversationId: id, seq: 99 })
  deliveries.add({ userId: ben.userId, conversationId: id, seq: 1 })
  deliveries.add({ userId: eve.userId, conversationId: id, seq: 3 })
  deliveries.add({ userId: eve.userId, conversationId: 'bcdfghjkmnpqrs', seq: 3 })
  await deliveries.flush()
  expect(await deliveredSeq(ana, id)).toBe(3)
  deliveries.add({ userId: ben.userId, conversationId: id, seq: 2 })
  await deliveries.flush()
  await anaSocket.ping()
  expect(anaSocket.eventsOf('receipt').map((receipt) => receipt.deliveredSeq)).toEqual([3])
  expect(await deliveredSeq(ben, id)).toBe(0)
  close()
})

test('a member in privacy mode shows no marks', async () => {
  const { ana, id, anaSocket, close, ben } = await connectedPair()
  await site.context.db.updateTable('profiles').set({ isPrivate: true }).where('userId', '=', ben.userId).execute()
  const deliveries = new Deliveries(site.context)
  deliveries.add({ userId: ben.userId, conversationId: id, seq: 3 })
  await deliveries.flush()
  await anaSocket.ping()
  expect([anaSocket.eventsOf('receipt'), await deliveredSeq(ana, id)]).toEqual([[], 0])
  close()
})

test('marks that cannot be stored end nothing', async () => {
  const warn = vi.fn<() => void>()
  const closed = { ...site.context, db: site.context.db.withSchema('nowhere'), log: { ...site.context.log, warn } }
  const deliveries = new Deliveries(closed)
  deliveries.add({ userId: 2 ** 60, conversationId: 'x', seq: 2 ** 40 })
  await deliveries.flush()
  expect(warn).toHaveBeenCalledOnce()
})

test('marks are stored later when the database is away, and only the latest of a conversation', async () => {
  const { ana, ben, id, anaSocket, close } = await connectedPair()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const spy = vi.spyOn(site.context.db, 'getExecutor').mockImplementation(() => {
    throw new DatabaseUnavailable(new Error('away'))
  })
  try {
    const deliveries = new Deliveries(site.context)
    deliveries.add({ userId: ben.userId, conversationId: id, seq: 2 })
    await deliveries.flush()
    deliveries.add({ userId: ben.userId, conversationId: id, seq: 1 })
    spy.mockRestore()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    await deliveries.flush()
  } finally {
    spy.mockRestore()
    vi.useRealTimers()
  }
  await vi.waitFor(async () => expect(await deliveredSeq(ana, id)).toBe(2))
  await anaSocket.ping()
  expect(anaSocket.eventsOf('receipt').map((receipt) => receipt.deliveredSeq)).toEqual([2])
  close()
})

test('a mark that is no number of a message closes the socket', async () => {
  const { id, benSocket, anaSocket } = await connectedPair()
  benSocket.say({ type: 'received', conversationId: id, seq: 2 ** 31 })
  expect(await benSocket.closed).toBe(closeCodes.misbehaved)
  anaSocket.close()
})

/** Sends a typing event, and waits until the server has handled it. */
async function type(socket: TestSocket, conversationId: string) {
  socket.say({ type: 'typing', conversationId })
  await socket.ping()
}

test('typing reaches the partner and no one else, and ends with a block at once', async () => {
  const { ana, ben, id, anaSocket, benSocket, close } = await connectedPair()
  await type(anaSocket, id)
  const typing = { type: 'typing', conversationId: id, profileId: ana.profileId }
  await vi.waitFor(() => expect(benSocket.eventsOf('typing')).toEqual([typing]))
  await chat.block(ben, ana)
  // Another socket of Ana, so that the interval between two events does not matter.
  const laptop = await openSocket(site, ana)
  await type(laptop, id)
  const eve = await chat.build()
  const stranger = await openSocket(site, eve)
  await type(stranger, id)
  await benSocket.ping()
  expect(benSocket.eventsOf('typing')).toHaveLength(1)
  for (const socket of [laptop, stranger]) socket.close()
  close()
})

test('one who types costs one query in some seconds', async () => {
  const { ana, id, close } = await connectedPair()
  const partners = new TypingPartners(site.context)
  const partner = await partners.find({ userId: ana.userId, conversationId: id })
  expect(await partners.find({ userId: ana.userId, conversationId: id })).toBe(partner)
  partners.remove([ana.userId])
  expect(await partners.find({ userId: ana.userId, conversationId: id })).not.toBe(partner)
  close()
})

test('a partner who could not answer yet is notified of the confirmation', async () => {
  const [ana, ben] = [await chat.build({ isConfirmed: false }), await chat.build()]
  const id = await chat.say(ana, ben)
  const socket = await openSocket(site, ben)
  await site.context.transaction(async (tx) => {
    await tx.updateTable('users').set({ confirmedAt: new Date() }).where('id', '=', ana.userId).execute()
    await emit(tx, accountConfirmed, { userId: ana.userId, siteId: site.context.sites.of('localhost').id })
  })
  await site.context.events.drain()
  await socket.ping()
  expect(socket.eventsOf('chats.changed')).toHaveLength(1)
  expect((await chat.open(ben, id)).reply?.conversation.rejection).toBeNull()
  socket.close()
})

test('an erasure takes the conversation off the open pages of the partner, with what was unread in it', async () => {
  const { ana, ben, benSocket, close } = await connectedPair()
  await site.context.transaction((tx) => emit(tx, accountErased, { userId: ana.userId }))
  await site.context.events.drain()
  await benSocket.ping()
  expect(benSocket.eventsOf('chats.changed')).toHaveLength(1)
  expect((await chat.list(ben)).reply).toMatchObject({ chats: [], totals: { unread_messages: 0 } })
  close()
})
