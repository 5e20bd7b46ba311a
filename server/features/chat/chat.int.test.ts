import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as chat from '#contract/chat.ts'
import { likeProfile } from '#contract/likes.ts'
import { HISTORY_DAYS, MESSAGES_PAGE_SIZE } from '#contract/limits.ts'
import { blockProfile, unblockProfile } from '#contract/moderation.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/db.ts'
import { DAY, SECOND } from '#server/platform/time.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { openSocket } from '#tests/support/socket.ts'

/** Credits that a message costs on the default site. */
const PRICE = 2
const nobody = 'bcdfghjkmnpqrs'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const build = (wishes: Parameters<typeof buildMember>[1] = {}) => buildMember(site.context, { credits: 100, ...wishes })

async function pair() {
  return [await build({ name: 'Ana' }), await build({ name: 'Ben' })] as const
}

function send(from: Member, to: Pick<Member, 'profileId'>, body = 'Hello', clientId: string = randomUUID()) {
  return site.call(chat.sendMessage, { params: { profileId: to.profileId }, body: { clientId, body } }, from)
}

/** Sends what must arrive, a second after the one before, and says in which conversation it did. */
async function say(from: Member, to: Member, body = 'Hello') {
  site.clock.advance(SECOND)
  const { reply } = await send(from, to, body)
  if (!reply) throw new Error('not sent')
  return reply.message.conversationId
}

const open = (member: Member, conversationId: string) =>
  site.call(chat.getConversation, { params: { conversationId } }, member)
const openWith = (member: Member, { profileId }: Pick<Member, 'profileId'>) =>
  site.call(chat.getConversationWith, { params: { profileId } }, member)
const list = (member: Member, after?: string) =>
  site.call(chat.getChats, { query: after === undefined ? {} : { after } }, member)
const read = (member: Member, conversationId: string, seq: number) =>
  site.call(chat.markRead, { params: { conversationId }, body: { seq } }, member)
const remove = (member: Member, conversation: string) => site.call(chat.deleteChat, { body: { conversation } }, member)
const messages = (member: Member, conversationId: string, query: { before: number } | { after: number }) =>
  site.call(chat.getMessages, { params: { conversationId }, query }, member)
const block = (member: Member, { profileId }: Member) => site.call(blockProfile, { params: { profileId } }, member)
const unblock = (member: Member, { profileId }: Member) => site.call(unblockProfile, { params: { profileId } }, member)

const creditsOf = async ({ userId }: Member) => (await balanceOf(site.context, userId)).credits
const bodiesIn = ({ reply }: { reply: { messages: chat.Message[] } | null }) => reply?.messages.map(({ body }) => body)

function mark({ userId }: Member, change: { deletedAt?: Date; disabledAt?: Date; confirmedAt?: Date | null }) {
  return site.context.db.updateTable('users').set(change).where('id', '=', userId).execute()
}

/** Makes a message older than it is. */
async function age({ from, seq, ms }: { from: Member; seq: number; ms: number }) {
  const sentAt = new Date(site.clock.now().getTime() - ms)
  await site.context.db
    .updateTable('messages')
    .set({ sentAt })
    .where('senderId', '=', from.userId)
    .where('seq', '=', seq)
    .execute()
}

describe('without log-in', () => {
  test.each([
    ['the list', chat.getChats, { query: {} }],
    ['a conversation', chat.getConversation, { params: { conversationId: nobody } }],
    ['the conversation with a member', chat.getConversationWith, { params: { profileId: nobody } }],
    ['messages', chat.getMessages, { params: { conversationId: nobody }, query: { after: 0 } }],
    ['sending', chat.sendMessage, { params: { profileId: nobody }, body: { clientId: randomUUID(), body: 'x' } }],
    ['reading', chat.markRead, { params: { conversationId: nobody }, body: { seq: 1 } }],
    ['deleting', chat.deleteChat, { body: { conversation: nobody } }],
  ] as const)('%s is refused', async (_, endpoint, input) => {
    // One row of the table at a time: endpoint and input belong together, which the union of all rows cannot say.
    const { status, error } = await site.call(endpoint as typeof chat.deleteChat, input as never)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: 'authentication_required' })
  })
})

describe('sending', () => {
  test('stores the message, takes its price and tells what is left', async () => {
    const [ana, ben] = await pair()
    const clientId = randomUUID()
    const { status, reply } = await send(ana, ben, '  Hello Ben 🥰  ', clientId)
    expect(status).toBe(200)
    expect(reply).toEqual({
      credits: 100 - PRICE,
      message: {
        conversationId: expect.any(String),
        seq: 1,
        clientId,
        senderId: ana.profileId,
        kind: 'text',
        body: 'Hello Ben 🥰',
        sentAt: site.clock.now().toISOString(),
      },
    })
    expect(await creditsOf(ana)).toBe(98)
    expect(await creditsOf(ben)).toBe(100)
    const entry = await site.context.db
      .selectFrom('creditLedger')
      .select(['kind', 'ref', 'amount', 'balanceAfter'])
      .where('userId', '=', ana.userId)
      .where('kind', '=', 'message')
      .executeTakeFirst()
    const ref = `${reply?.message.conversationId}:${clientId}`
    expect(entry).toEqual({ kind: 'message', ref, amount: -PRICE, balanceAfter: 98 })
  })

  test('both sides write into one conversation, numbered as they come', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben, 'one')
    expect(await say(ben, ana, 'two')).toBe(id)
    expect(await say(ana, ben, 'three')).toBe(id)
    const answer = await open(ben, id)
    expect(answer.reply?.messages.map(({ seq, senderId, body }) => [seq, senderId, body])).toEqual([
      [1, ana.profileId, 'one'],
      [2, ben.profileId, 'two'],
      [3, ana.profileId, 'three'],
    ])
  })

  test('the same client id again gives the same answer and takes nothing', async () => {
    const [ana, ben] = await pair()
    const clientId = randomUUID()
    const first = await send(ana, ben, 'Hello', clientId)
    site.clock.advance(SECOND)
    const second = await send(ana, ben, 'Hello', clientId)
    expect(second.reply).toEqual(first.reply)
    expect(await creditsOf(ana)).toBe(98)
    expect((await open(ana, first.reply?.message.conversationId ?? '')).reply?.messages).toHaveLength(1)
  })

  test('the same client id of the other side is another message', async () => {
    const [ana, ben] = await pair()
    const clientId = randomUUID()
    await send(ana, ben, 'mine', clientId)
    const { reply } = await send(ben, ana, 'yours', clientId)
    expect(reply?.message).toMatchObject({ seq: 2, body: 'yours', senderId: ben.profileId })
  })

  test('a resend is told also with the last credit spent', async () => {
    const ana = await build({ credits: PRICE })
    const ben = await build()
    const clientId = randomUUID()
    const first = await send(ana, ben, 'Hello', clientId)
    expect((await send(ana, ben, 'Hello', clientId)).reply).toEqual(first.reply)
  })

  test('with too few credits it is refused in the words of the specification and nothing happens', async () => {
    const ana = await build({ credits: PRICE - 1 })
    const ben = await build({ name: 'Ben' })
    const { status, error } = await send(ana, ben)
    expect(status).toBe(402)
    expect(error).toMatchObject({ code: 'credits.insufficient', params: { name: 'Ben' } })
    expect(await creditsOf(ana)).toBe(PRICE - 1)
    expect((await list(ben)).reply?.chats).toEqual([])
    expect((await openWith(ana, ben)).reply?.conversation.id).toBeNull()
  })

  test('the price is the site’s', async () => {
    const [ana, ben] = await pair()
    const [{ id: siteId }] = await site.context.db.selectFrom('sites').select('id').execute().then(notEmpty)
    await changeSettings(site.context, { siteId, settings: { message_credits: 7 } })
    await site.context.events.drain()
    try {
      expect((await openWith(ana, ben)).reply?.conversation.messageCredits).toBe(7)
      expect((await send(ana, ben)).reply?.credits).toBe(93)
    } finally {
      await changeSettings(site.context, { siteId, settings: { message_credits: PRICE } })
      await site.context.events.drain()
    }
  })

  test('nobody writes to oneself', async () => {
    const ana = await build()
    const { status, error } = await send(ana, ana)
    expect({ status, code: error?.code }).toEqual({ status: 422, code: 'chat.self' })
  })

  test('nobody writes to somebody who is not there', async () => {
    const { status, error } = await send(await build(), { profileId: nobody })
    expect({ status, code: error?.code }).toEqual({ status: 404, code: 'profiles.not_found' })
  })

  test.each([
    ['an empty text', ' \n ', 'chat.empty'],
    ['a text over the limit', '🥰'.repeat(1001), 'chat.too_long'],
  ])('%s is refused at its field', async (_, body, code) => {
    const [ana, ben] = await pair()
    const { status, error } = await send(ana, ben, body)
    expect({ status, code: error?.code }).toEqual({ status: 422, code })
    expect(error?.fields?.['body']?.code).toBe(code)
    expect(await creditsOf(ana)).toBe(100)
  })

  test('a text at the limit is sent, however many bytes it has', async () => {
    const [ana, ben] = await pair()
    const body = '🥰'.repeat(1000)
    expect((await send(ana, ben, body)).reply?.message.body).toBe(body)
  })

  test('what only looks like markup or SQL stays text', async () => {
    const [ana, ben] = await pair()
    const body = `<script>alert(1)</script>'); drop table messages; --\0`
    expect((await send(ana, ben, body)).reply?.message.body).toBe(body.slice(0, -1))
  })

  test('input of another shape is refused', async () => {
    const [ana, ben] = await pair()
    expect(await send(ana, ben, 'Hello', 'not a uuid')).toMatchObject({
      status: 400,
      error: { code: 'request.invalid' },
    })
    expect(await send(ana, { profileId: '1' })).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
  })
})

describe('starting conversations', () => {
  test('a free member starts two and no third, also after deleting one', async () => {
    const ana = await build()
    const [ben, cem, dan] = [await build(), await build(), await build()]
    const id = await say(ana, ben)
    await say(ana, cem)
    await remove(ana, id)
    const { status, error } = await send(ana, dan)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: 'chat.conversation_limit' })
    expect((await openWith(ana, dan)).reply?.conversation.refusal).toBe('conversation_limit')
    expect(await creditsOf(ana)).toBe(100 - 2 * PRICE)
    // Going on with one that she has is not starting.
    expect((await send(ana, ben)).status).toBe(200)
  })

  test('answering others does not count', async () => {
    const ana = await build()
    const others = [await build(), await build(), await build(), await build()] as const
    for (const other of others) await say(other, ana)
    for (const other of others) expect((await send(ana, other)).status).toBe(200)
    expect((await send(ana, await build())).status).toBe(200)
  })

  test('premium members start as many as they like', async () => {
    const ana = await build({ isPremium: true })
    for (let n = 0; n < 4; n += 1) expect((await send(ana, await build())).status).toBe(200)
  })
})

describe('an unconfirmed email address', () => {
  test('its owner may write, the other side reads it and can answer once it is confirmed', async () => {
    const ana = await build({ isConfirmed: false })
    const ben = await build()
    const id = await say(ana, ben, 'Hello from me')
    const seen = await open(ben, id)
    expect(bodiesIn(seen)).toEqual(['Hello from me'])
    expect(seen.reply?.conversation.refusal).toBe('cannot_reply_yet')
    const { status, error } = await send(ben, ana)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: 'chat.cannot_reply_yet' })
    expect(await creditsOf(ben)).toBe(100)

    await mark(ana, { confirmedAt: site.clock.now() })
    expect((await open(ben, id)).reply?.conversation.refusal).toBeNull()
    expect((await send(ben, ana)).status).toBe(200)
  })
})

describe('a partner who left', () => {
  test.each(['deletedAt', 'disabledAt'] as const)(
    '%s: what was written stays readable, nothing more is sent',
    async (how) => {
      const [ana, ben] = await pair()
      const id = await say(ben, ana, 'Remember me')
      await mark(ben, { [how]: site.clock.now() })
      const { reply } = await open(ana, id)
      expect(reply?.conversation).toMatchObject({ refusal: 'partner_left', profile: { name: 'Ben', hasLeft: true } })
      expect(reply?.conversation.profile).toMatchObject({ photo: null, isOnline: false })
      expect(reply?.messages.map(({ body }) => body)).toEqual(['Remember me'])
      expect((await list(ana)).reply?.chats[0]?.profile.hasLeft).toBe(true)

      const { status, error } = await send(ana, ben)
      expect({ status, code: error?.code }).toEqual({ status: 403, code: 'chat.partner_left' })
      expect(await creditsOf(ana)).toBe(100)
    },
  )

  test('without anything to read it is as if she had never been there', async () => {
    const [ana, ben] = await pair()
    await mark(ben, { deletedAt: site.clock.now() })
    expect((await openWith(ana, ben)).error?.code).toBe('profiles.not_found')
    expect((await send(ana, ben)).error?.code).toBe('profiles.not_found')
  })

  test('with the account everything that it wrote and read is erased', async () => {
    const [ana, ben] = await pair()
    const id = await say(ben, ana)
    await site.context.transaction((tx) => emit(tx, accountErased, { userId: ben.userId }))
    expect((await open(ana, id)).error?.code).toBe('chat.not_found')
    expect((await list(ana)).reply?.chats).toEqual([])
    const left = await site.context.db.selectFrom('messages').select('seq').where('senderId', '=', ben.userId).execute()
    expect(left).toEqual([])
  })
})

describe('blocks', () => {
  test('remove the conversation from both sides and let nothing through', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben)
    await say(ben, ana)
    await block(ben, ana)

    for (const member of [ana, ben]) {
      const { reply } = await list(member)
      expect(reply).toMatchObject({ chats: [], totals: { messages: 0, unread_messages: 0 } })
    }
    for (const answer of [await open(ana, id), await openWith(ana, ben), await messages(ana, id, { after: 0 })]) {
      expect(answer.status).toBe(403)
      expect(answer.error).toMatchObject({ code: 'moderation.blocked', params: { name: 'Ben' } })
    }
    expect(await send(ana, ben)).toMatchObject({ status: 403, error: { code: 'moderation.blocked' } })
    expect(await creditsOf(ana)).toBe(98)

    // Who blocked may still look, finds nothing, and has to lift the block to write.
    const mine = await openWith(ben, ana)
    expect(mine.reply).toMatchObject({ conversation: { refusal: 'blocked' }, messages: [] })
    expect(await send(ben, ana)).toMatchObject({ error: { code: 'chat.partner_blocked', params: { name: 'Ana' } } })
  })

  test('lifting one brings nothing back, and what is written then starts afresh', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben, 'old')
    await block(ben, ana)
    // As a message would do that passed its check before the block was there.
    const unhidden = site.context.db.updateTable('conversationMembers').set({ removedAt: null })
    await unhidden.where('userId', 'in', [ana.userId, ben.userId]).execute()
    expect((await list(ben)).reply?.chats).toEqual([])
    await unblock(ben, ana)
    for (const member of [ana, ben]) {
      expect((await list(member)).reply?.chats).toEqual([])
      expect(bodiesIn(await open(member, id))).toEqual([])
    }
    expect(await say(ana, ben, 'new')).toBe(id)
    for (const member of [ana, ben]) expect(bodiesIn(await open(member, id))).toEqual(['new'])
    expect((await list(ben)).reply?.chats[0]?.num_unread_messages).toBe(1)
  })

  test('lifting one that was never there leaves a conversation alone', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben, 'Hello')
    await unblock(ben, ana)
    expect(bodiesIn(await open(ben, id))).toEqual(['Hello'])
  })
})

describe('a conversation', () => {
  test('can be opened before it was started', async () => {
    const [ana, ben] = await pair()
    expect((await openWith(ana, ben)).reply).toMatchObject({
      conversation: {
        id: null,
        profile: { id: ben.profileId, name: 'Ben', hasLeft: false },
        readSeq: 0,
        partnerReadSeq: 0,
        lastSeq: 0,
        messageCredits: PRICE,
        refusal: null,
      },
      messages: [],
      hasMore: false,
    })
  })

  test('is the same by member and by id, from both sides', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben)
    expect((await openWith(ana, ben)).reply).toEqual((await open(ana, id)).reply)
    expect((await openWith(ben, ana)).reply?.conversation).toMatchObject({ id, profile: { id: ana.profileId } })
  })

  test('with oneself is refused', async () => {
    const ana = await build()
    expect(await openWith(ana, ana)).toMatchObject({ status: 422, error: { code: 'chat.self' } })
  })

  test('of others is not found, whatever one wants of it', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben)
    const eve = await build()
    for (const answer of [
      await open(eve, id),
      await open(eve, nobody),
      await messages(eve, id, { after: 0 }),
      await read(eve, id, 1),
      await remove(eve, id),
    ]) {
      expect({ status: answer.status, code: answer.error?.code }).toEqual({ status: 404, code: 'chat.not_found' })
    }
    expect(bodiesIn(await open(ben, id))).toEqual(['Hello'])
  })

  test('is read page by page, in both directions', async () => {
    const ana = await build({ credits: 1000 })
    const ben = await build()
    const count = 2 * MESSAGES_PAGE_SIZE + 5
    let id = ''
    for (let n = 1; n <= count; n += 1) id = await say(ana, ben, `${n}`)
    const seqs = ({ reply }: { reply: { messages: chat.Message[] } | null }) => reply?.messages.map(({ seq }) => seq)
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

    const latest = await open(ben, id)
    expect(seqs(latest)).toEqual(range(56, 105))
    expect(latest.reply?.hasMore).toBe(true)
    const older = await messages(ben, id, { before: 56 })
    expect(seqs(older)).toEqual(range(6, 55))
    expect(older.reply?.hasMore).toBe(true)
    const oldest = await messages(ben, id, { before: 6 })
    expect(seqs(oldest)).toEqual(range(1, 5))
    expect(oldest.reply?.hasMore).toBe(false)

    const missed = await messages(ben, id, { after: 3 })
    expect(seqs(missed)).toEqual(range(4, 53))
    expect(missed.reply?.hasMore).toBe(true)
    expect(seqs(await messages(ben, id, { after: 103 }))).toEqual([104, 105])
    expect(seqs(await messages(ben, id, { after: 105 }))).toEqual([])
  })

  test.each([{}, { before: 0 }, { after: -1 }, { before: 5, after: 1 }, { before: 'x' }])(
    'range %o is refused',
    async (range) => {
      const ana = await build()
      // On purpose none of the ranges that there are.
      expect(await messages(ana, nobody, range as never)).toMatchObject({
        status: 400,
        error: { code: 'request.invalid' },
      })
    },
  )

  test('hides what is older than the limit', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben, 'old')
    await say(ben, ana, 'new')
    await age({ seq: 1, from: ana, ms: HISTORY_DAYS * DAY + 1 })
    await age({ seq: 2, from: ben, ms: HISTORY_DAYS * DAY })
    expect(bodiesIn(await open(ana, id))).toEqual(['new'])
    expect(bodiesIn(await messages(ana, id, { after: 0 }))).toEqual(['new'])
    expect(bodiesIn(await messages(ana, id, { before: 2 }))).toEqual([])
  })
})

describe('reading', () => {
  test('counts out what was read, never backwards, and the other side sees how far', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben)
    await say(ana, ben)
    await say(ben, ana)
    await say(ana, ben)
    const unread = async () => (await list(ben)).reply?.chats[0]?.num_unread_messages
    expect(await unread()).toBe(3)
    expect((await read(ben, id, 2)).reply).toEqual({ num_unread_messages: 1 })
    expect((await read(ben, id, 1)).reply).toEqual({ num_unread_messages: 1 })
    expect((await open(ana, id)).reply?.conversation.partnerReadSeq).toBe(2)
    expect((await read(ben, id, 999)).reply).toEqual({ num_unread_messages: 0 })
    expect((await open(ana, id)).reply?.conversation.partnerReadSeq).toBe(4)
    expect(await unread()).toBe(0)
    await say(ana, ben)
    expect(await unread()).toBe(1)
    expect((await list(ben)).reply?.totals.unread_messages).toBe(1)
  })

  test('a number that is none is refused', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben)
    expect(await read(ben, id, -1)).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
  })
})

describe('deleting', () => {
  test('hides the conversation for one side; a new message brings it back empty of the old', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben, 'old')
    expect((await remove(ben, id)).reply).toEqual({ conversation: id })
    expect((await list(ben)).reply).toMatchObject({ chats: [], totals: { messages: 0, unread_messages: 0 } })
    expect((await list(ana)).reply?.chats).toHaveLength(1)
    expect(bodiesIn(await open(ben, id))).toEqual([])

    await say(ana, ben, 'new')
    expect((await list(ben)).reply?.chats[0]).toMatchObject({
      num_unread_messages: 1,
      last_message: { seq: 2, preview: 'new' },
    })
    expect(bodiesIn(await open(ben, id))).toEqual(['new'])
    expect(bodiesIn(await messages(ben, id, { before: 2 }))).toEqual([])
    expect(bodiesIn(await messages(ben, id, { after: 0 }))).toEqual(['new'])
    expect(bodiesIn(await open(ana, id))).toEqual(['old', 'new'])
  })

  test('under the spelling of the specification', async () => {
    const [ana, ben] = await pair()
    const id = await say(ana, ben)
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

describe('the list', () => {
  test('shows the last message first, whose it is, and what is unread', async () => {
    const ana = await build()
    const [ben, cem] = [await build({ name: 'Ben' }), await build({ name: 'Cem' })]
    await say(ben, ana, 'from Ben')
    await say(cem, ana, 'from\n\nCem')
    await say(ana, ben, 'to Ben')
    const { reply } = await list(ana)
    expect(reply?.chats).toMatchObject([
      { profile: { name: 'Ben' }, num_unread_messages: 1, last_message: { seq: 2, preview: 'to Ben', isMine: true } },
      {
        profile: { name: 'Cem' },
        num_unread_messages: 1,
        last_message: { seq: 1, preview: 'from Cem', isMine: false },
      },
    ])
    expect(reply?.totals).toEqual({ messages: 3, unread_messages: 2, new_likes: 0 })
    expect(reply?.next).toBeNull()
  })

  test('counts new likes', async () => {
    const [ana, ben] = await pair()
    await site.call(likeProfile, { params: { profileId: ana.profileId } }, ben)
    expect((await list(ana)).reply?.totals.new_likes).toBe(1)
  })

  test('goes on page by page, each conversation once, and its keys say nothing', async () => {
    const ana = await build({ credits: 500, isPremium: true })
    const names: string[] = []
    for (let n = 0; n < 120; n += 1) {
      const other = await build({ credits: 0 })
      // Three at the same moment each, so that pages also end between equals.
      if (n % 3 === 0) site.clock.advance(SECOND)
      await send(ana, other)
      names.unshift(other.profileId)
    }
    const seen: string[] = []
    let after: string | undefined
    for (let page = 0; page < 3; page += 1) {
      const { reply } = await list(ana, after)
      seen.push(...(reply?.chats.map(({ profile }) => profile.id) ?? []))
      after = reply?.next ?? undefined
      if (after) expect(after).toMatch(/^[\w-]{22}$/)
    }
    expect(after).toBeUndefined()
    expect(seen).toEqual(names)
  })

  test('a key that is none of ours is refused', async () => {
    expect(await list(await build(), 'AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ status: 400 })
    expect(await list(await build(), 'x')).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
  })
})

describe('while it happens', () => {
  test('both sides’ devices hear of messages, of reading and of typing; nobody else does', async () => {
    await site.app.listen({ port: 0 })
    const [ana, ben] = await pair()
    const eve = await build()
    const [phone, laptop, his, hers] = await Promise.all(
      [ana, ana, ben, eve].map((member) => openSocket(site.app, member)),
    ).then(notEmpty)
    const id = await say(ana, ben, 'Hello')
    for (const socket of [phone, laptop, his]) {
      await vi.waitFor(() => expect(socket?.framesOf('message')).toHaveLength(1))
      expect(socket?.framesOf('message')[0]).toMatchObject({ conversationId: id, message: { seq: 1, body: 'Hello' } })
      expect(socket?.framesOf('chats.changed')).toHaveLength(1)
    }
    await vi.waitFor(() =>
      expect(phone.framesOf('credits.changed')).toEqual([{ type: 'credits.changed', credits: 98, isPremium: false }]),
    )

    await read(ben, id, 1)
    const receipt = { type: 'receipt', conversationId: id, profileId: ben.profileId, deliveredSeq: 1, readSeq: 1 }
    await vi.waitFor(() => expect(phone.framesOf('receipt')).toEqual([receipt]))
    await read(ben, id, 1)

    his?.say({ type: 'typing', conversationId: id })
    const typing = { type: 'typing', conversationId: id, profileId: ben.profileId }
    await vi.waitFor(() => expect(phone.framesOf('typing')).toEqual([typing]))

    // None of hers, so what she says goes nowhere.
    hers?.say({ type: 'typing', conversationId: id })
    await block(ana, ben)
    his?.say({ type: 'typing', conversationId: id })
    await vi.waitFor(() => expect(his?.framesOf('chats.changed')).toHaveLength(2))
    await say(await build(), ana, 'last')
    await vi.waitFor(() => expect(phone.framesOf('message')).toHaveLength(2))
    expect(phone.framesOf('typing')).toEqual([typing])
    expect(phone.framesOf('receipt')).toEqual([receipt])
    expect(hers?.frames).toEqual([])
    for (const socket of [phone, laptop, his, hers]) socket?.close()
  })
})

function notEmpty<Item>(items: Item[]): [Item, ...Item[]] {
  const [first, ...rest] = items
  if (first === undefined) throw new Error('nothing there')
  return [first, ...rest]
}
