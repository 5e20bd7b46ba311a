import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/chat/calls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { repairChatCounts } from '#server/features/chat/upkeep/repair-query.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { bodiesIn, bodyOf, chatOn } from '#tests/support/chat.ts'
import { likesOn } from '#tests/support/likes.ts'

/** Price of a message on the default site, in credits. */
const PRICE = 2
const unknownId = 'bcdfghjkmnpqrs'

let site: TestApp
let chat: ReturnType<typeof chatOn>
let likes: ReturnType<typeof likesOn>

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
  likes = likesOn(site)
})
afterAll(() => site.close())

function mark({ userId }: Member, change: { deletedAt?: Date; disabledAt?: Date; confirmedAt?: Date | null }) {
  return site.context.db.updateTable('users').set(change).where('id', '=', userId).execute()
}

describe('without log-in', () => {
  test.each([
    ['the list', contract.getChats, { query: {} }],
    ['a conversation', contract.getConversation, { params: { conversationId: unknownId } }],
    ['the conversation with a member', contract.getConversationWith, { params: { profileId: unknownId } }],
    ['messages', contract.getMessages, { params: { conversationId: unknownId }, query: { after: 0 } }],
    [
      'sending',
      contract.sendMessage,
      { params: { profileId: unknownId }, body: { clientId: randomUUID(), body: 'x' } },
    ],
    ['reading', contract.markRead, { params: { conversationId: unknownId }, body: { seq: 1 } }],
    ['deleting', contract.deleteChat, { body: { conversation: unknownId } }],
  ] as const)('%s is rejected', async (_, endpoint, input) => {
    // Endpoint and input of one row fit together, which the type of all rows cannot express.
    const { status, error } = await site.call(endpoint as typeof contract.deleteChat, input as never)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: 'authentication_required' })
  })
})

describe('sending', () => {
  test('stores the message, debits its price and returns the balance', async () => {
    const [ana, ben] = await chat.pair()
    const clientId = randomUUID()
    const { status, reply } = await chat.send(ana, ben, '  Hello Ben 🥰  ', clientId)
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
        replyTo: null,
        quote: null,
        reactions: { sender: null, receiver: null },
      },
    })
    expect(await chat.creditsOf(ana)).toBe(98)
    expect(await chat.creditsOf(ben)).toBe(100)
    const entry = await site.context.db
      .selectFrom('creditLedger')
      .select(['kind', 'ref', 'amount', 'balanceAfter'])
      .where('userId', '=', ana.userId)
      .where('kind', '=', 'message')
      .executeTakeFirst()
    const ref = `${reply?.message.conversationId}:${clientId}`
    expect(entry).toEqual({ kind: 'message', ref, amount: -PRICE, balanceAfter: 98 })
  })

  test('lists concurrent debits in the order of the balances that they left', async () => {
    const [ana, ben] = await chat.pair()
    const sends = await Promise.all(Array.from({ length: 50 }, (_, n) => chat.send(ana, ben, `Hello ${n}`)))
    expect(sends.map(({ status }) => status)).toEqual(sends.map(() => 200))
    const entries = await site.context.db
      .selectFrom('creditLedger')
      .select('balanceAfter')
      .where('userId', '=', ana.userId)
      .orderBy('id')
      .execute()
    const balances = entries.map(({ balanceAfter }) => balanceAfter)
    expect(balances).toEqual(Array.from({ length: 51 }, (_, n) => 100 - n * PRICE))
  })

  test('both sides write to one conversation, numbered in order of arrival', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'one')
    expect(await chat.say(ben, ana, 'two')).toBe(id)
    expect(await chat.say(ana, ben, 'three')).toBe(id)
    const answer = await chat.open(ben, id)
    expect(answer.reply?.messages.map((message) => [message.seq, message.senderId, bodyOf(message)])).toEqual([
      [1, ana.profileId, 'one'],
      [2, ben.profileId, 'two'],
      [3, ana.profileId, 'three'],
    ])
  })

  test('repeating a client id returns the same reply and debits nothing', async () => {
    const [ana, ben] = await chat.pair()
    const clientId = randomUUID()
    const first = await chat.send(ana, ben, 'Hello', clientId)
    site.clock.advance(SECOND)
    const second = await chat.send(ana, ben, 'Hello', clientId)
    expect(second.reply).toEqual(first.reply)
    expect(await chat.creditsOf(ana)).toBe(98)
    expect((await chat.open(ana, first.reply?.message.conversationId ?? '')).reply?.messages).toHaveLength(1)
  })

  test('the same client id from the other side is another message', async () => {
    const [ana, ben] = await chat.pair()
    const clientId = randomUUID()
    await chat.send(ana, ben, 'mine', clientId)
    const { reply } = await chat.send(ben, ana, 'yours', clientId)
    expect(reply?.message).toMatchObject({ seq: 2, body: 'yours', senderId: ben.profileId })
  })

  test('a resend returns the message even when no credits are left', async () => {
    const ana = await chat.build({ credits: PRICE })
    const ben = await chat.build()
    const clientId = randomUUID()
    const first = await chat.send(ana, ben, 'Hello', clientId)
    expect((await chat.send(ana, ben, 'Hello', clientId)).reply).toEqual(first.reply)
  })

  test('too few credits reject the message with the partner’s name and change nothing', async () => {
    const ana = await chat.build({ credits: PRICE - 1 })
    const ben = await chat.build({ name: 'Ben' })
    const { status, error } = await chat.send(ana, ben)
    expect(status).toBe(402)
    expect(error).toMatchObject({ code: 'credits.insufficient', params: { name: 'Ben' } })
    expect(await chat.creditsOf(ana)).toBe(PRICE - 1)
    expect((await chat.list(ben)).reply?.chats).toEqual([])
    expect((await chat.openWith(ana, ben)).reply?.conversation.id).toBeNull()
  })

  test('the price is the one of the site', async () => {
    const [ana, ben] = await chat.pair()
    const { id: siteId } = await site.context.db.selectFrom('sites').select('id').executeTakeFirstOrThrow()
    await changeSettings(site.context, { siteId, settings: { message_credits: 7 } })
    await site.context.events.drain()
    try {
      expect((await chat.openWith(ana, ben)).reply?.conversation.prices.text).toBe(7)
      expect((await chat.send(ana, ben)).reply?.credits).toBe(93)
    } finally {
      await changeSettings(site.context, { siteId, settings: { message_credits: PRICE } })
      await site.context.events.drain()
    }
  })

  test('a message to oneself is rejected', async () => {
    const ana = await chat.build()
    const { status, error } = await chat.send(ana, ana)
    expect({ status, code: error?.code }).toEqual({ status: 422, code: 'chat.self' })
  })

  test('a message to an unknown profile is rejected', async () => {
    const { status, error } = await chat.send(await chat.build(), { profileId: unknownId })
    expect({ status, code: error?.code }).toEqual({ status: 404, code: 'profiles.not_found' })
  })

  test.each([
    ['an empty text', ' \n ', 'chat.empty'],
    ['a text over the limit', '🥰'.repeat(1001), 'chat.too_long'],
  ])('%s is rejected at its field', async (_, body, code) => {
    const [ana, ben] = await chat.pair()
    const { status, error } = await chat.send(ana, ben, body)
    expect({ status, code: error?.code }).toEqual({ status: 422, code })
    expect(error?.fields?.['body']?.code).toBe(code)
    expect(await chat.creditsOf(ana)).toBe(100)
  })

  test('a text at the limit is sent, whatever its size in bytes', async () => {
    const [ana, ben] = await chat.pair()
    const body = '🥰'.repeat(1000)
    expect((await chat.send(ana, ben, body)).reply?.message).toMatchObject({ body })
  })

  test('markup and SQL stay plain text', async () => {
    const [ana, ben] = await chat.pair()
    const body = `<script>alert(1)</script>'); drop table messages; --\0`
    expect((await chat.send(ana, ben, body)).reply?.message).toMatchObject({ body: body.slice(0, -1) })
  })

  test('malformed ids are rejected', async () => {
    const [ana, ben] = await chat.pair()
    expect(await chat.send(ana, ben, 'Hello', 'not a uuid')).toMatchObject({
      status: 400,
      error: { code: 'request.invalid' },
    })
    expect(await chat.send(ana, { profileId: '1' })).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
  })
})

describe('starting conversations', () => {
  test('a free member can start two, not three, even after deleting one', async () => {
    const ana = await chat.build()
    const [ben, cem, dan] = [await chat.build(), await chat.build(), await chat.build()]
    const id = await chat.say(ana, ben)
    await chat.say(ana, cem)
    await chat.remove(ana, id)
    const { status, error } = await chat.send(ana, dan)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: 'chat.conversation_limit' })
    expect((await chat.openWith(ana, dan)).reply?.conversation.rejection).toBe('conversation_limit')
    expect(await chat.creditsOf(ana)).toBe(100 - 2 * PRICE)
    // Continuing an existing conversation is not starting one.
    expect((await chat.send(ana, ben)).status).toBe(200)
  })

  test('answering others does not count', async () => {
    const ana = await chat.build()
    const others = [await chat.build(), await chat.build(), await chat.build(), await chat.build()] as const
    for (const other of others) await chat.say(other, ana)
    for (const other of others) expect((await chat.send(ana, other)).status).toBe(200)
    expect((await chat.send(ana, await chat.build())).status).toBe(200)
  })

  test('writing to a match does not count, before and after the limit', async () => {
    const ana = await chat.build()
    const [ben, cem, dan, eve] = [await chat.build(), await chat.build(), await chat.build(), await chat.build()]
    for (const match of [ben, cem]) {
      await likes.like(ana, match)
      await likes.like(match, ana)
    }
    expect((await chat.openWith(ana, ben)).reply?.conversation).toMatchObject({ rejection: null, startsLeft: null })
    await chat.say(ana, ben)
    expect((await chat.openWith(ana, dan)).reply?.conversation.startsLeft).toBe(2)
    await chat.say(ana, dan)
    await chat.say(ana, eve)
    expect((await chat.send(ana, await chat.build())).error?.code).toBe('chat.conversation_limit')
    expect((await chat.send(ana, cem)).status).toBe(200)
    // The nightly check finds nothing to add.
    await site.context.transaction((tx) => repairChatCounts(tx, 0))
    const counts = site.context.db.selectFrom('chatCounts').select('started').where('userId', '=', ana.userId)
    expect(await counts.executeTakeFirst()).toEqual({ started: 2 })
  })

  test('premium members can start any number', async () => {
    const ana = await chat.build({ isPremium: true })
    for (let n = 0; n < 4; n += 1) expect((await chat.send(ana, await chat.build())).status).toBe(200)
  })
})

describe('an unconfirmed email address', () => {
  test('lets its owner write; the partner can read, and answer once it is confirmed', async () => {
    const ana = await chat.build({ isConfirmed: false })
    const ben = await chat.build()
    const id = await chat.say(ana, ben, 'Hello from me')
    const seen = await chat.open(ben, id)
    expect(bodiesIn(seen)).toEqual(['Hello from me'])
    expect(seen.reply?.conversation.rejection).toBe('cannot_reply_yet')
    const { status, error } = await chat.send(ben, ana)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: 'chat.cannot_reply_yet' })
    expect(await chat.creditsOf(ben)).toBe(100)

    await mark(ana, { confirmedAt: site.clock.now() })
    expect((await chat.open(ben, id)).reply?.conversation.rejection).toBeNull()
    expect((await chat.send(ben, ana)).status).toBe(200)
  })
})

describe('a partner who left', () => {
  test.each(['deletedAt', 'disabledAt'] as const)(
    '%s: old messages stay readable, new ones are rejected',
    async (how) => {
      const [ana, ben] = await chat.pair()
      const id = await chat.say(ben, ana, 'Remember me')
      await mark(ben, { [how]: site.clock.now() })
      const { reply } = await chat.open(ana, id)
      expect(reply?.conversation).toMatchObject({ rejection: 'partner_left', profile: { name: 'Ben', hasLeft: true } })
      expect(reply?.conversation.profile).toMatchObject({ photo: null, isOnline: false })
      expect(reply?.messages.map(bodyOf)).toEqual(['Remember me'])
      expect((await chat.list(ana)).reply?.chats[0]?.profile.hasLeft).toBe(true)

      const { status, error } = await chat.send(ana, ben)
      expect({ status, code: error?.code }).toEqual({ status: 403, code: 'chat.partner_left' })
      expect(await chat.creditsOf(ana)).toBe(100)
    },
  )

  test('is not found when there is no conversation', async () => {
    const [ana, ben] = await chat.pair()
    await mark(ben, { deletedAt: site.clock.now() })
    expect((await chat.openWith(ana, ben)).error?.code).toBe('profiles.not_found')
    expect((await chat.send(ana, ben)).error?.code).toBe('profiles.not_found')
  })

  test('loses all conversations when the account is erased', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ben, ana)
    await site.context.transaction((tx) => emit(tx, accountErased, { userId: ben.userId }))
    expect((await chat.open(ana, id)).error?.code).toBe('chat.not_found')
    expect((await chat.list(ana)).reply?.chats).toEqual([])
    const left = await site.context.db.selectFrom('messages').select('seq').where('senderId', '=', ben.userId).execute()
    expect(left).toEqual([])
  })
})
