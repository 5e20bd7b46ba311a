import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/chat/schemas.ts'
import { HISTORY_DAYS, MESSAGES_PAGE_SIZE } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { bodiesIn, chatOn } from '#tests/support/chat.ts'

const PRICE = 2
const unknownId = 'bcdfghjkmnpqrs'
import { writeNotice } from '#server/features/chat/live/notices.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
})
afterAll(() => site.close())

/** Backdates a message. */
async function age({ from, seq, ms }: { from: Member; seq: number; ms: number }) {
  const sentAt = new Date(site.clock.now().getTime() - ms)
  await site.context.db
    .updateTable('messages')
    .set({ sentAt })
    .where('senderId', '=', from.userId)
    .where('seq', '=', seq)
    .execute()
}

describe('a conversation', () => {
  test('can be opened before the first message', async () => {
    const [ana, ben] = await chat.pair()
    expect((await chat.openWith(ana, ben)).reply).toMatchObject({
      conversation: {
        id: null,
        profile: { id: ben.profileId, name: 'Ben', hasLeft: false },
        readSeq: 0,
        partnerReadSeq: 0,
        lastSeq: 0,
        firstOwnSeq: null,
        lastSeen: 'online',
        partnerDeliveredSeq: 0,
        prices: { text: PRICE, photo: 3, gift: 4 },
        matchedAt: null,
        startsLeft: 2,
        rejection: null,
      },
      messages: [],
      hasMore: false,
    })
  })

  test('says where the member has written first, however long ago, and that a stranger was not answered', async () => {
    const [ana, ben] = [await chat.build({ credits: 1000 }), await chat.build({ credits: 1000 })]
    const firstOwnSeq = async (member: Member, other: Member) =>
      (await chat.openWith(member, other)).reply?.conversation.firstOwnSeq
    for (let n = 0; n < MESSAGES_PAGE_SIZE + 2; n += 1) await chat.say(ben, ana)
    await site.context.transaction((tx) =>
      writeNotice(site.context, tx, { userId: ana.userId, otherId: ben.userId, notice: 'photos_granted' }),
    )
    expect([await firstOwnSeq(ana, ben), await firstOwnSeq(ben, ana)]).toEqual([null, 1])
    await chat.say(ana, ben)
    for (let n = 0; n < MESSAGES_PAGE_SIZE + 2; n += 1) await chat.say(ben, ana)
    expect(await firstOwnSeq(ana, ben)).toBe(MESSAGES_PAGE_SIZE + 4)
  })

  test('is the same whether opened by member or by id, for both sides', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    expect((await chat.openWith(ana, ben)).reply).toEqual((await chat.open(ana, id)).reply)
    expect((await chat.openWith(ben, ana)).reply?.conversation).toMatchObject({ id, profile: { id: ana.profileId } })
  })

  test('with oneself is rejected', async () => {
    const ana = await chat.build()
    expect(await chat.openWith(ana, ana)).toMatchObject({ status: 422, error: { code: 'chat.self' } })
  })

  test('of other members is not found by any call', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    const eve = await chat.build()
    for (const answer of [
      await chat.open(eve, id),
      await chat.open(eve, unknownId),
      await chat.messages(eve, id, { after: 0 }),
      await chat.read(eve, id, 1),
      await chat.remove(eve, id),
    ]) {
      expect({ status: answer.status, code: answer.error?.code }).toEqual({ status: 404, code: 'chat.not_found' })
    }
    expect(bodiesIn(await chat.open(ben, id))).toEqual(['Hello'])
  })

  test('is paged in both directions', async () => {
    const ana = await chat.build({ credits: 1000 })
    const ben = await chat.build()
    const count = 2 * MESSAGES_PAGE_SIZE + 5
    let id = ''
    for (let n = 1; n <= count; n += 1) id = await chat.say(ana, ben, `${n}`)
    const seqs = ({ reply }: { reply: { messages: Message[] } | null }) => reply?.messages.map(({ seq }) => seq)
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

    const latest = await chat.open(ben, id)
    expect(seqs(latest)).toEqual(range(56, 105))
    expect(latest.reply?.hasMore).toBe(true)
    const older = await chat.messages(ben, id, { before: 56 })
    expect(seqs(older)).toEqual(range(6, 55))
    expect(older.reply?.hasMore).toBe(true)
    const oldest = await chat.messages(ben, id, { before: 6 })
    expect(seqs(oldest)).toEqual(range(1, 5))
    expect(oldest.reply?.hasMore).toBe(false)

    const missed = await chat.messages(ben, id, { after: 3 })
    expect(seqs(missed)).toEqual(range(4, 53))
    expect(missed.reply?.hasMore).toBe(true)
    expect(seqs(await chat.messages(ben, id, { after: 103 }))).toEqual([104, 105])
    expect(seqs(await chat.messages(ben, id, { after: 105 }))).toEqual([])
  })

  test.each([{}, { before: 0 }, { after: -1 }, { before: 5, after: 1 }, { before: 'x' }])(
    'range %o is rejected',
    async (range) => {
      const ana = await chat.build()
      // Deliberately not a valid range.
      expect(await chat.messages(ana, unknownId, range as never)).toMatchObject({
        status: 400,
        error: { code: 'request.invalid' },
      })
    },
  )

  test('hides messages older than the history limit', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'old')
    await chat.say(ben, ana, 'new')
    await age({ seq: 1, from: ana, ms: HISTORY_DAYS * DAY + 1 })
    await age({ seq: 2, from: ben, ms: HISTORY_DAYS * DAY })
    expect(bodiesIn(await chat.open(ana, id))).toEqual(['new'])
    expect(bodiesIn(await chat.messages(ana, id, { after: 0 }))).toEqual(['new'])
    expect(bodiesIn(await chat.messages(ana, id, { before: 2 }))).toEqual([])
  })
})

describe('reading', () => {
  test('lowers the unread count, never goes backwards, and shows the other side how far', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    await chat.say(ana, ben)
    await chat.say(ben, ana)
    await chat.say(ana, ben)
    const unread = async () => (await chat.list(ben)).reply?.chats[0]?.num_unread_messages
    expect(await unread()).toBe(3)
    expect((await chat.read(ben, id, 2)).reply).toEqual({ num_unread_messages: 1 })
    expect((await chat.read(ben, id, 1)).reply).toEqual({ num_unread_messages: 1 })
    expect((await chat.open(ana, id)).reply?.conversation.partnerReadSeq).toBe(2)
    expect((await chat.read(ben, id, 999)).reply).toEqual({ num_unread_messages: 0 })
    expect((await chat.open(ana, id)).reply?.conversation.partnerReadSeq).toBe(4)
    expect(await unread()).toBe(0)
    await chat.say(ana, ben)
    expect(await unread()).toBe(1)
    expect((await chat.list(ben)).reply?.totals.unread_messages).toBe(1)
  })

  test('a negative sequence number is rejected', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    expect(await chat.read(ben, id, -1)).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
  })
})

describe('deleting', () => {
  test('hides the conversation for one side; a new message brings it back without the old ones', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'old')
    expect((await chat.remove(ben, id)).reply).toEqual({ conversation: id })
    expect((await chat.list(ben)).reply).toMatchObject({ chats: [], totals: { messages: 0, unread_messages: 0 } })
    expect((await chat.list(ana)).reply?.chats).toHaveLength(1)
    expect(bodiesIn(await chat.open(ben, id))).toEqual([])

    await chat.say(ana, ben, 'new')
    expect((await chat.list(ben)).reply?.chats[0]).toMatchObject({
      num_unread_messages: 1,
      last_message: { seq: 2, preview: 'new' },
    })
    expect(bodiesIn(await chat.open(ben, id))).toEqual(['new'])
    expect(bodiesIn(await chat.messages(ben, id, { before: 2 }))).toEqual([])
    expect(bodiesIn(await chat.messages(ben, id, { after: 0 }))).toEqual(['new'])
    expect(bodiesIn(await chat.open(ana, id))).toEqual(['old', 'new'])
  })

  test('works under the path with .php', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    const response = await site.app.inject({
      method: 'DELETE',
      url: '/api/chat.php',
      headers: { cookie: ana.cookie },
      payload: { conversation: id },
    })
    expect(response.json()).toEqual({ conversation: id })
    const chats = await site.app.inject({ url: '/api/chats.php', headers: { cookie: ana.cookie } })
    expect(chats.json()).toMatchObject({ chats: [] })
  })
})

describe('blocks', () => {
  test('hide the conversation for both sides and reject every message', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    await chat.say(ben, ana)
    await chat.block(ben, ana)

    for (const member of [ana, ben]) {
      const { reply } = await chat.list(member)
      expect(reply).toMatchObject({ chats: [], totals: { messages: 0, unread_messages: 0 } })
    }
    for (const answer of [
      await chat.open(ana, id),
      await chat.openWith(ana, ben),
      await chat.messages(ana, id, { after: 0 }),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.error).toMatchObject({ code: 'moderation.blocked', params: { name: 'Ben' } })
    }
    expect(await chat.send(ana, ben)).toMatchObject({ status: 403, error: { code: 'moderation.blocked' } })
    expect(await chat.creditsOf(ana)).toBe(98)

    // The blocking member can open the conversation, which is empty, and must unblock to write.
    const mine = await chat.openWith(ben, ana)
    expect(mine.reply).toMatchObject({ conversation: { rejection: 'blocked' }, messages: [] })
    expect(await chat.send(ben, ana)).toMatchObject({
      error: { code: 'chat.partner_blocked', params: { name: 'Ana' } },
    })
  })

  test('unblocking brings nothing back; later messages start with an empty history', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'old')
    await chat.block(ben, ana)
    // Simulates a message that passed its checks just before the block.
    const unhidden = site.context.db.updateTable('conversationMembers').set({ removedAt: null })
    await unhidden.where('userId', 'in', [ana.userId, ben.userId]).execute()
    expect((await chat.list(ben)).reply?.chats).toEqual([])
    await chat.unblock(ben, ana)
    for (const member of [ana, ben]) {
      expect((await chat.list(member)).reply?.chats).toEqual([])
      expect(bodiesIn(await chat.open(member, id))).toEqual([])
    }
    expect(await chat.say(ana, ben, 'new')).toBe(id)
    for (const member of [ana, ben]) expect(bodiesIn(await chat.open(member, id))).toEqual(['new'])
    expect((await chat.list(ben)).reply?.chats[0]?.num_unread_messages).toBe(1)
  })

  test('unblocking without a block leaves the conversation unchanged', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'Hello')
    await chat.unblock(ben, ana)
    expect(bodiesIn(await chat.open(ben, id))).toEqual(['Hello'])
  })
})
