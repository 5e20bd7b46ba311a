import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { chatOn } from '#tests/support/chat.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  chat = chatOn(site)
})
afterAll(() => site.close())
afterEach(async () => {
  await site.context.events.drain()
})

/** The ledger keeps the messages of conversations that are erased. */
const audit = async () => (await auditChat(site.context.db)).filter((fault) => !fault.startsWith('price'))
const totalsOf = async (member: Member) => (await chat.list(member)).reply?.totals

function erase({ userId }: Member) {
  return site.context.transaction((tx) => emit(tx, accountErased, { userId }))
}

describe('the totals', () => {
  test('follow sending, reading, deleting, blocking and the erasure of a partner', async () => {
    const [ana, ben] = await chat.pair()
    const cem = await chat.build({ name: 'Cem' })
    const dan = await chat.build({ name: 'Dan' })
    const id = await chat.say(ben, ana)
    await chat.say(ben, ana)
    await chat.say(cem, ana)
    await chat.say(dan, ana)
    await chat.say(ana, ben)
    expect(await totalsOf(ana)).toMatchObject({ messages: 5, unread_messages: 4 })
    await chat.read(ana, id, 1)
    expect(await totalsOf(ana)).toMatchObject({ messages: 5, unread_messages: 3 })
    await chat.remove(ana, id, 1)
    expect(await totalsOf(ana)).toMatchObject({ messages: 4, unread_messages: 3 })
    await chat.block(ana, cem)
    expect(await totalsOf(ana)).toMatchObject({ messages: 3, unread_messages: 2 })
    await erase(dan)
    expect(await totalsOf(ana)).toMatchObject({ messages: 2, unread_messages: 1 })
    await chat.remove(ana, id)
    expect(await totalsOf(ana)).toMatchObject({ messages: 0, unread_messages: 0 })
    expect(await totalsOf(ben)).toMatchObject({ messages: 3, unread_messages: 1 })
    const { db } = site.context
    expect(await db.selectFrom('chatCounts').where('userId', '=', dan.userId).select('userId').execute()).toEqual([])
  })
})

describe('deleting a conversation up to a number', () => {
  test('leaves a later message unread, and the conversation with it; repeating it changes nothing', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'old')
    await chat.say(ana, ben, 'arrived meanwhile')
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await chat.remove(ben, id, 1)).reply).toEqual({ conversation: id })
      expect((await chat.list(ben)).reply).toMatchObject({
        chats: [{ num_unread_messages: 1, last_message: { seq: 2, preview: 'arrived meanwhile' } }],
        totals: { messages: 1, unread_messages: 1 },
      })
      expect((await chat.open(ben, id)).reply?.messages.map(({ seq }) => seq)).toEqual([2])
    }
    // A retry of the client arrives after the next message, too.
    await chat.remove(ben, id, 2)
    await chat.say(ana, ben, 'new')
    await chat.remove(ben, id, 2)
    expect((await chat.list(ben)).reply?.chats).toMatchObject([{ num_unread_messages: 1, last_message: { seq: 3 } }])
    expect((await chat.remove(ben, id, 2 ** 31 - 1)).status).toBe(200)
    expect((await chat.remove(ben, id, 2 ** 31)).error?.code).toBe('request.invalid')
    expect((await chat.list(ben)).reply).toMatchObject({ chats: [], totals: { messages: 0, unread_messages: 0 } })
    expect(await audit()).toEqual([])
  })
})

describe('the conversations that a free member starts', () => {
  test('are counted for ever, also after the erasure of the partner', async () => {
    const ana = await chat.build()
    const partners = [await chat.build(), await chat.build()] as const
    for (const partner of partners) await chat.say(ana, partner)
    const startsLeft = async () => (await chat.openWith(ana, await chat.build())).reply?.conversation.startsLeft
    expect(await startsLeft()).toBe(0)
    await erase(partners[0])
    expect(await startsLeft()).toBe(0)
    const { status, error } = await chat.send(ana, await chat.build())
    expect([status, error?.code]).toEqual([403, 'chat.conversation_limit'])
  })

  test('can be up to the limit after the first one was erased', async () => {
    const ana = await chat.build()
    const first = await chat.build()
    await chat.say(ana, first)
    await erase(first)
    expect((await chat.send(ana, await chat.build())).status).toBe(200)
    expect((await chat.send(ana, await chat.build())).error?.code).toBe('chat.conversation_limit')
  })

  test('never go beyond the limit, however many are started at once, and one always succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ana = await chat.build()
      const gone = await chat.build()
      await chat.say(ana, gone)
      if (round % 2 === 0) await erase(gone)
      const others = await Promise.all(Array.from({ length: 8 }, () => chat.build()))
      const sends = await Promise.all(others.map((other) => chat.send(ana, other)))
      expect(sends.filter(({ status }) => status === 200)).toHaveLength(FREE_CONVERSATIONS - 1)
      expect(new Set(sends.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['chat.conversation_limit']))
    }
  })

  test('premium members are not limited, and see none', async () => {
    const ana = await chat.build({ isPremium: true })
    for (let n = 0; n < FREE_CONVERSATIONS + 2; n += 1) await chat.say(ana, await chat.build())
    expect((await chat.openWith(ana, await chat.build())).reply?.conversation).toMatchObject({
      startsLeft: null,
      rejection: null,
    })
  })
})

describe('a block', () => {
  test.each(['the first message', 'a later message'])(
    'and %s at the same moment leave nothing behind',
    async (which) => {
      for (let round = 0; round < 12; round += 1) {
        const [ana, ben] = await chat.pair()
        if (which === 'a later message') await chat.say(ben, ana)
        const before = await chat.creditsOf(ana)
        const sends = [chat.send(ana, ben), chat.send(ana, ben)]
        const [blocked, ...sent] = await Promise.all([chat.block(ben, ana), ...sends, chat.send(ana, ben)])
        expect(blocked.status).toBe(200)
        const count = sent.filter(({ status }) => status === 200).length
        expect(new Set(sent.flatMap(({ error }) => error?.code ?? []))).toEqual(
          new Set(count === 3 ? [] : ['moderation.blocked']),
        )
        // Sent before the block, or rejected and not charged.
        expect(await chat.creditsOf(ana)).toBe(before - 2 * count)
        for (const member of [ana, ben])
          expect((await chat.list(member)).reply).toMatchObject({
            chats: [],
            totals: { messages: 0, unread_messages: 0 },
          })
        const { rows } = await sql<{ left: number }>`
        select coalesce(sum(last_seq - cleared_seq), 0)::int as left
        from conversation_members
        where user_id in (${ana.userId}, ${ben.userId})`.execute(site.context.db)
        expect(rows).toEqual([{ left: 0 }])
      }
    },
  )

  test('that is lifted lets both write again, to an empty conversation', async () => {
    const [ana, ben] = await chat.pair()
    await chat.say(ana, ben, 'old')
    await chat.block(ben, ana)
    await chat.block(ana, ben)
    await chat.unblock(ben, ana)
    expect((await chat.send(ben, ana)).error?.code).toBe('moderation.blocked')
    await chat.unblock(ana, ben)
    expect((await chat.send(ana, ben, 'new')).reply?.message).toMatchObject({ seq: 2 })
    expect((await chat.list(ben)).reply?.totals).toMatchObject({ messages: 1, unread_messages: 1 })
  })
})

test('two members who start the same conversation at once share one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [ana, ben] = await chat.pair()
    const [mine, theirs] = await Promise.all([chat.send(ana, ben), chat.send(ben, ana)])
    expect(mine.reply?.message.conversationId).toBe(theirs.reply?.message.conversationId)
    expect(new Set([mine.reply?.message.seq, theirs.reply?.message.seq])).toEqual(new Set([1, 2]))
    // Only the one whose message was first has started it.
    const starts = await site.context.db
      .selectFrom('chatCounts')
      .select((eb) => eb.fn.sum<number>('started').as('n'))
      .where('userId', 'in', [ana.userId, ben.userId])
      .executeTakeFirst()
    expect(Number(starts?.n)).toBe(1)
  }
})

test('whatever members do at the same time, every count is exact', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => chat.build({ credits: 1000, isPremium: true })))
  const [ana, ben, cem] = members
  if (!ana || !ben || !cem) throw new Error('not built')
  for (const from of members) for (const to of members) if (from.userId < to.userId) await chat.say(from, to)
  const ids = async (member: Member) => (await chat.list(member)).reply?.chats ?? []
  const act = async (member: Member, step: number) => {
    for (const [index, { conversation, profile, last_message: last }] of (await ids(member)).entries()) {
      const kind = (step + index) % 5
      if (kind === 0) await chat.read(member, conversation.id, Math.max(1, last.seq - (index % 2)))
      else if (kind === 1 && last.isMine) await chat.unsend(member, conversation.id, last.seq)
      else if (kind === 2) await chat.remove(member, conversation.id, last.seq - 1 || 1)
      else await chat.send(member, { profileId: profile.id })
    }
  }
  for (let step = 0; step < 4; step += 1) await Promise.all(members.map((member, index) => act(member, step + index)))
  await Promise.all([chat.block(ana, ben), act(ben, 3), act(cem, 4), act(ana, 0)])
  expect(await audit()).toEqual([])
})
