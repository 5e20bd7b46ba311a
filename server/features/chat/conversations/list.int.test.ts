import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { likeProfile } from '#contract/likes/calls.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { bodyOf, chatOn } from '#tests/support/chat.ts'
import { openSocket } from '#tests/support/socket.ts'
import { TypingPartners } from '#server/features/chat/live/typing.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
})
afterAll(() => site.close())

describe('the list', () => {
  test('shows the latest message first, its sender and the unread count', async () => {
    const ana = await chat.build()
    const [ben, cem] = [await chat.build({ name: 'Ben' }), await chat.build({ name: 'Cem' })]
    await chat.say(ben, ana, 'from Ben')
    await chat.say(cem, ana, 'from\n\nCem')
    await chat.say(ana, ben, 'to Ben')
    const { reply } = await chat.list(ana)
    expect(reply?.chats).toMatchObject([
      { profile: { name: 'Ben' }, num_unread_messages: 1, last_message: { seq: 2, preview: 'to Ben', isMine: true } },
      {
        profile: { name: 'Cem' },
        num_unread_messages: 1,
        last_message: { seq: 1, preview: 'from Cem', isMine: false },
      },
    ])
    expect(reply?.totals).toEqual({ messages: 3, unread_messages: 2, new_likes: 0, last_opened: null })
    expect(reply?.next).toBeNull()
  })

  test('counts new likes', async () => {
    const [ana, ben] = await chat.pair()
    await site.call(likeProfile, { params: { profileId: ana.profileId } }, ben)
    expect((await chat.list(ana)).reply?.totals.new_likes).toBe(1)
  })

  test('lists each conversation once over all pages, with opaque page keys', async () => {
    const ana = await chat.build({ credits: 500, isPremium: true })
    const names: string[] = []
    for (let n = 0; n < 120; n += 1) {
      const other = await chat.build({ credits: 0 })
      // Three share each instant, so that pages also end between equal times.
      if (n % 3 === 0) site.clock.advance(SECOND)
      await chat.send(ana, other)
      names.unshift(other.profileId)
    }
    const seen: string[] = []
    const keys: (string | null)[] = []
    let after: string | undefined
    for (let page = 0; page < 3; page += 1) {
      const { reply } = await chat.list(ana, after)
      seen.push(...(reply?.chats.map(({ profile }) => profile.id) ?? []))
      keys.push(reply?.next ?? null)
      after = reply?.next ?? undefined
    }
    const sealed = expect.stringMatching(/^[\w-]{22}$/)
    expect(keys).toEqual([sealed, sealed, null])
    expect(seen).toEqual(names)
  })

  test('an invalid page key is rejected', async () => {
    expect(await chat.list(await chat.build(), 'AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ status: 400 })
    expect(await chat.list(await chat.build(), 'x')).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
  })
})

describe('realtime events', () => {
  beforeAll(() => site.app.listen({ port: 0 }))

  test('messages, receipts and typing reach the devices of both sides only', async () => {
    const [ana, ben] = await chat.pair()
    const eve = await chat.build()
    const [phone, laptop, benSocket, eveSocket] = [
      await openSocket(site, ana),
      await openSocket(site, ana),
      await openSocket(site, ben),
      await openSocket(site, eve),
    ]
    const id = await chat.say(ana, ben, 'Hello')
    for (const socket of [phone, laptop, benSocket]) {
      await vi.waitFor(() => expect(socket.eventsOf('message')).toHaveLength(1))
      expect(socket.eventsOf('message')[0]).toMatchObject({ message: { conversationId: id, seq: 1, body: 'Hello' } })
      expect(socket.eventsOf('chats.changed')).toHaveLength(1)
    }
    await vi.waitFor(() => expect(phone.eventsOf('message')).toMatchObject([{ credits: 98 }]))

    await chat.read(ben, id, 1)
    const receipt = { type: 'receipt', conversationId: id, profileId: ben.profileId, deliveredSeq: 1, readSeq: 1 }
    await vi.waitFor(() => expect(phone.eventsOf('receipt')).toEqual([{ ...receipt, unread: null }]))
    await chat.read(ben, id, 1)

    benSocket.say({ type: 'typing', conversationId: id })
    const typing = { type: 'typing', conversationId: id, profileId: ben.profileId }
    await vi.waitFor(() => expect(phone.eventsOf('typing')).toEqual([typing]))

    // Typing of Eve, who does not belong to the conversation, is dropped, as is Ben's after the block; a new
    // socket ensures that the throttle of the old one is not the reason.
    const find = vi.spyOn(TypingPartners.prototype, 'find')
    eveSocket.say({ type: 'typing', conversationId: id })
    await chat.block(ana, ben)
    await vi.waitFor(() => expect(benSocket.eventsOf('chats.changed')).toHaveLength(2))
    const newBenSocket = await openSocket(site, ben)
    newBenSocket.say({ type: 'typing', conversationId: id })
    // Dropped typing causes no event to wait for, but a search for its receiver.
    await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(2))
    await Promise.all(find.mock.results.map(({ value }) => value))
    find.mockRestore()
    await chat.say(await chat.build(), ana, 'last')
    await vi.waitFor(() => expect(phone.eventsOf('message')).toHaveLength(2))
    expect(phone.eventsOf('typing')).toEqual([typing])
    expect(phone.eventsOf('receipt')).toHaveLength(1)
    expect(eveSocket.events).toEqual([])
    for (const socket of [phone, laptop, benSocket, eveSocket, newBenSocket]) socket.close()
  })
  test('a message whose reply and event were lost reaches the open sockets when it is sent again', async () => {
    const [ana, ben] = await chat.pair()
    const [phone, benSocket] = [await openSocket(site, ana), await openSocket(site, ben)]
    const clientId = randomUUID()
    // The node stops between the commit and the event.
    const publish = vi.spyOn(site.context.events, 'publish').mockImplementationOnce(() => {
      throw new Error('stopped')
    })
    expect((await chat.send(ana, ben, 'Hello', clientId)).status).toBe(500)
    expect(await chat.creditsOf(ana)).toBe(98)
    expect((await chat.send(ana, ben, 'Hello', clientId)).status).toBe(200)
    publish.mockRestore()
    for (const socket of [benSocket, phone]) {
      await vi.waitFor(() => expect(socket.eventsOf('message')).toHaveLength(1))
      expect(socket.eventsOf('message')[0]).toMatchObject({ message: { seq: 1, clientId, body: 'Hello' } })
      expect(socket.eventsOf('chats.changed')).toHaveLength(1)
    }
    await vi.waitFor(() => expect(phone.eventsOf('message')).toMatchObject([{ credits: 98 }]))
    expect(await chat.creditsOf(ana)).toBe(98)
    for (const socket of [phone, benSocket]) socket.close()
  })

  test.each([
    ['has read it', (ben: Member, id: string) => chat.read(ben, id, 1)],
    ['has deleted it', (ben: Member, id: string) => chat.remove(ben, id)],
    ['has blocked the sender', (ben: Member, _: string, ana: Member) => chat.block(ben, ana)],
  ])('a message that is sent again notifies no partner who %s', async (_, act) => {
    const [ana, ben] = await chat.pair()
    const clientId = randomUUID()
    const id = (await chat.send(ana, ben, 'Hello', clientId)).reply?.message.conversationId ?? ''
    await act(ben, id, ana)
    const socket = await openSocket(site, ben)
    expect((await chat.send(ana, ben, 'Hello', clientId)).status).toBe(200)
    await chat.say(await chat.build(), ben, 'last')
    await vi.waitFor(() => expect(socket.eventsOf('message')).toHaveLength(1))
    expect(bodyOf(socket.eventsOf('message')[0]?.message)).toBe('last')
    socket.close()
  })
})
