import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { likeProfile, unlikeProfile } from '#contract/likes/calls.ts'
import { DAY } from '#contract/time.ts'
import { photoRequestDecided } from '#server/features/profiles/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { assertExact } from '#tests/support/audits/chat-audit.ts'
import { chatOn } from '#tests/support/chat.ts'
import { openSocket } from '#tests/support/socket.ts'
import { markDelivered } from './mark-queries.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  await site.app.listen({ port: 0 })
  chat = chatOn(site)
})
afterAll(() => site.close())
afterEach(async () => {
  await site.context.events.drain()
  await assertExact(site.context.db)
})

const deliver = (member: Member, conversationId: string, seq: number) =>
  markDelivered(site.context.db, [{ userId: member.userId, conversationId, seq }])

async function marksFor(member: Member, conversationId: string) {
  const { reply } = await chat.open(member, conversationId)
  const chats = (await chat.list(member)).reply?.chats
  const row = chats?.find(({ conversation }) => conversation.id === conversationId)?.last_message
  const { partnerDeliveredSeq, partnerReadSeq } = reply?.conversation ?? {}
  return [partnerDeliveredSeq, partnerReadSeq, row?.status]
}

function setMode({ userId }: Member, mode: { isInvisible?: boolean; isPrivate?: boolean }) {
  return site.context.db.updateTable('profiles').set(mode).where('userId', '=', userId).execute()
}

describe('delivered and read', () => {
  test('are shown to the sender, one after the other', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    await chat.say(ana, ben)
    expect(await marksFor(ana, id)).toEqual([0, 0, 'sent'])
    expect(await deliver(ben, id, 1)).toEqual([
      {
        userId: ben.userId,
        profileId: ben.profileId,
        partnerId: ana.userId,
        isShown: true,
        conversationId: id,
        deliveredSeq: 1,
        readSeq: 0,
      },
    ])
    expect(await marksFor(ana, id)).toEqual([1, 0, 'sent'])
    // Beyond the latest message there is nothing to deliver.
    expect(await deliver(ben, id, 99)).toMatchObject([{ deliveredSeq: 2 }])
    expect(await marksFor(ana, id)).toEqual([2, 0, 'delivered'])
    await chat.read(ben, id, 1)
    expect(await marksFor(ana, id)).toEqual([2, 1, 'delivered'])
    await chat.read(ben, id, 2)
    expect(await marksFor(ana, id)).toEqual([2, 2, 'read'])
    expect((await chat.list(ben)).reply?.chats[0]?.last_message.status).toBe('sent')
  })

  test('of a batch move forward only, and only in conversations of the member', async () => {
    const [ana, ben] = await chat.pair()
    const eve = await chat.build()
    const id = await chat.say(ana, ben)
    await chat.say(ana, ben)
    const other = await chat.say(eve, ana)
    const moved = await markDelivered(site.context.db, [
      { userId: ben.userId, conversationId: id, seq: 1 },
      { userId: ben.userId, conversationId: id, seq: 2 },
      { userId: eve.userId, conversationId: id, seq: 2 },
      { userId: ana.userId, conversationId: other, seq: 1 },
      { userId: ana.userId, conversationId: 'bcdfghjkmnpqrs', seq: 1 },
    ])
    expect(new Map(moved.map(({ userId, deliveredSeq }) => [userId, deliveredSeq]))).toEqual(
      new Map([
        [ben.userId, 2],
        [ana.userId, 1],
      ]),
    )
    expect(await deliver(ben, id, 1)).toEqual([])
    expect(await markDelivered(site.context.db, [])).toEqual([])
  })

  test('of an invisible member are shown to no one, and typing neither', async () => {
    const [ana, ben] = await chat.pair()
    await chat.say(ben, ana)
    const id = await chat.say(ana, ben)
    await setMode(ben, { isInvisible: true })
    const [socket, benSocket] = [await openSocket(site, ana), await openSocket(site, ben)]
    const before = await chat.open(ana, id)
    expect(await deliver(ben, id, 2)).toMatchObject([{ isShown: false }])
    await chat.read(ben, id, 2)
    benSocket.say({ type: 'typing', conversationId: id })
    await benSocket.ping()
    expect((await chat.open(ana, id)).reply).toEqual(before.reply)
    expect(await marksFor(ana, id)).toEqual([0, 0, 'sent'])
    expect(before.reply?.conversation.lastSeen).toBeNull()
    await chat.say(await chat.build(), ana, 'last')
    await vi.waitFor(() => expect(socket.eventsOf('message')).toHaveLength(1))
    expect([socket.eventsOf('receipt'), socket.eventsOf('typing')]).toEqual([[], []])
    // The reader’s own devices are in step.
    await vi.waitFor(() => expect(benSocket.eventsOf('receipt')).toHaveLength(1))
    await setMode(ben, { isInvisible: false })
    expect(await marksFor(ana, id)).toEqual([2, 2, 'read'])
    for (const each of [socket, benSocket]) each.close()
  })

  test('of a member in privacy mode are shown to those who got a message from them', async () => {
    const [ana, ben] = await chat.pair()
    await setMode(ben, { isPrivate: true })
    const id = await chat.say(ana, ben)
    await chat.read(ben, id, 1)
    expect(await marksFor(ana, id)).toEqual([0, 0, 'sent'])
    await chat.say(ben, ana)
    await chat.say(ana, ben)
    await chat.read(ben, id, 3)
    expect(await marksFor(ana, id)).toEqual([3, 3, 'read'])
  })

  test('of a member who paused the account are not shown', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    const pause = (pausedAt: Date | null) =>
      site.context.db.updateTable('users').set({ pausedAt }).where('id', '=', ben.userId).execute()
    await pause(site.clock.now())
    await chat.read(ben, id, 1)
    expect(await marksFor(ana, id)).toEqual([0, 0, 'sent'])
    await pause(null)
    expect(await marksFor(ana, id)).toEqual([1, 1, 'read'])
  })
})

describe('opening a conversation (CHAT-11)', () => {
  const unreadOf = async (member: Member) => {
    const { reply } = await chat.list(member)
    return [reply?.totals.unread_messages, reply?.chats[0]?.num_unread_messages]
  }

  test('ends the count of its unread messages on all devices, and the partner learns nothing of it', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    await chat.say(ana, ben)
    await deliver(ben, id, 2)
    const [theirs, mine] = [await openSocket(site, ben), await openSocket(site, ana)]
    const { reply } = await chat.markOpened(ben, id)
    expect(reply).toEqual({ seq: 2, at: site.clock.now().toISOString() })
    expect(await unreadOf(ben)).toEqual([0, 0])
    expect(await marksFor(ana, id)).toEqual([2, 0, 'delivered'])
    await vi.waitFor(() => expect(theirs.eventsOf('receipt')).toHaveLength(1))
    expect(theirs.eventsOf('receipt')[0]).toMatchObject({
      readSeq: 0,
      unread: { conversation: 0, totals: { messages: 2, unread_messages: 0 } },
    })
    expect(mine.eventsOf('receipt')).toEqual([])
    // What is seen afterwards is shown to the partner, and is not counted twice.
    await chat.read(ben, id, 1)
    expect(await unreadOf(ben)).toEqual([0, 0])
    expect(await marksFor(ana, id)).toEqual([2, 1, 'delivered'])
  })

  test('leaves later messages unread', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    await chat.markOpened(ben, id)
    await chat.say(ana, ben)
    await chat.say(ana, ben)
    expect(await unreadOf(ben)).toEqual([2, 2])
    await chat.read(ben, id, 2)
    expect(await unreadOf(ben)).toEqual([1, 1])
    await chat.unsend(ana, id, 3)
    expect(await unreadOf(ben)).toEqual([0, 0])
  })

  test('is noted with its time in the totals, until the conversation leaves the list', async () => {
    const [ana, ben] = await chat.pair()
    const carl = await chat.build()
    const [first, second] = [await chat.say(ana, ben), await chat.say(carl, ben)]
    const last = async () => (await chat.list(ben)).reply?.totals.last_opened
    expect(await last()).toBeNull()
    await chat.markOpened(ben, second)
    site.clock.advance(DAY)
    await chat.markOpened(ben, first)
    expect(await last()).toEqual({ profile: ana.profileId, at: site.clock.now().toISOString() })
    await chat.remove(ben, first)
    expect(await last()).toMatchObject({ profile: carl.profileId })
    await chat.block(ben, carl)
    expect(await last()).toBeNull()
  })
})

describe('a message event', () => {
  test('has what the lists of both sides show, so that nothing has to be fetched', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    const [mine, theirs] = [await openSocket(site, ana), await openSocket(site, ben)]
    const { reply } = await chat.post(ana, ben, { kind: 'gift', gift: 'cake', body: 'Hi' })
    for (const [socket, member, partner, unread] of [
      [mine, ana, ben, 0],
      [theirs, ben, ana, 2],
    ] as const) {
      await vi.waitFor(() => expect(socket.eventsOf('message')).toHaveLength(1))
      const list = (await chat.list(member)).reply
      const { new_likes: _, last_opened: __, ...totals } = list?.totals ?? { new_likes: 0, last_opened: null }
      expect(socket.eventsOf('message')[0]).toEqual({
        type: 'message',
        message: reply?.message,
        partnerId: partner.profileId,
        last: list?.chats[0]?.last_message,
        unread,
        totals,
        credits: member === ana ? reply?.credits : null,
      })
      expect(socket.eventsOf('chats.changed')).toEqual([])
    }
    await chat.read(ben, id, 2)
    await vi.waitFor(() => expect(theirs.eventsOf('receipt')).toHaveLength(1))
    expect(theirs.eventsOf('receipt')[0]?.unread).toEqual({
      conversation: 0,
      totals: { messages: 2, unread_messages: 0 },
    })
    for (const socket of [mine, theirs]) socket.close()
  })

  test('that a message changed reaches both sides', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    const sockets = [await openSocket(site, ana), await openSocket(site, ben)]
    const reacted = await chat.react(ben, id, 1, '😂')
    const erased = await chat.unsend(ana, id, 1)
    for (const socket of sockets) {
      await vi.waitFor(() =>
        expect(socket.eventsOf('message.changed').map(({ message }) => message)).toEqual([
          reacted.reply?.message,
          erased.reply?.message,
        ]),
      )
      socket.close()
    }
  })
})

describe('a notice', () => {
  const like = (from: Member, { profileId }: Member) => site.call(likeProfile, { params: { profileId } }, from)
  const unlike = (from: Member, { profileId }: Member) => site.call(unlikeProfile, { params: { profileId } }, from)

  test('of a match is written into a conversation that exists, once a day, free of charge and not unread', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    await like(ana, ben)
    await like(ben, ana)
    const { reply } = await chat.open(ana, id)
    expect(reply?.messages).toMatchObject([
      { kind: 'text' },
      { kind: 'system', notice: 'match', senderId: ben.profileId, seq: 2 },
    ])
    expect((await chat.list(ben)).reply).toMatchObject({
      // The list shows what was written, which was sent before the match.
      chats: [{ num_unread_messages: 1, last_message: { kind: 'text', preview: 'Hello', seq: 1, isMine: false } }],
      totals: { messages: 2, unread_messages: 1 },
    })
    expect([await chat.creditsOf(ana), await chat.creditsOf(ben)]).toEqual([98, 100])
    const rematch = async () => {
      await unlike(ana, ben)
      await like(ana, ben)
      return (await chat.open(ana, id)).reply?.messages.length
    }
    expect(await rematch()).toBe(2)
    site.clock.advance(DAY + 1)
    expect(await rematch()).toBe(3)
    expect((await chat.unsend(ana, id, 3)).error?.code).toBe('chat.message_not_found')
    expect((await chat.react(ana, id, 3, '👍')).error?.code).toBe('chat.message_not_found')
  })

  test('starts no conversation, and does not bring a deleted one back', async () => {
    const [ana, ben] = await chat.pair()
    await like(ana, ben)
    await like(ben, ana)
    expect((await chat.list(ana)).reply?.chats).toEqual([])
    const [cem, dan] = await chat.pair()
    const id = await chat.say(cem, dan)
    await chat.remove(dan, id)
    await like(cem, dan)
    await like(dan, cem)
    expect((await chat.list(dan)).reply).toMatchObject({ chats: [], totals: { messages: 0 } })
    expect((await chat.list(cem)).reply?.chats).toMatchObject([{ last_message: { kind: 'text' } }])
  })

  test('of a match is in the list where nothing that was written is left', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'Bye')
    site.clock.advance(2 * DAY)
    await like(ana, ben)
    await like(ben, ana)
    const last = async () => (await chat.list(ana)).reply?.chats[0]?.last_message
    expect(await last()).toMatchObject({ kind: 'text', preview: 'Bye', status: 'sent' })
    await chat.read(ben, id, 1)
    expect(await last()).toMatchObject({ status: 'read' })
    // The message is older than the history that is shown, the match is not.
    await site.context.db
      .updateTable('messages')
      .set({ sentAt: new Date(0) })
      .where('body', '=', 'Bye')
      .execute()
    expect(await last()).toMatchObject({ kind: 'system', preview: 'match' })
  })

  test('reports that photos on request were granted, not that they were declined', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    const socket = await openSocket(site, ben)
    const decide = (isGranted: boolean) =>
      site.context.transaction((tx) =>
        emit(tx, photoRequestDecided, { ownerId: ana.userId, memberId: ben.userId, isGranted }),
      )
    await decide(false)
    await decide(true)
    await vi.waitFor(() => expect(socket.eventsOf('message')).toHaveLength(1))
    expect(socket.eventsOf('message')[0]).toMatchObject({
      message: { kind: 'system', notice: 'photos_granted', senderId: ana.profileId, conversationId: id },
      unread: 1,
      credits: null,
    })
    socket.close()
  })
})
