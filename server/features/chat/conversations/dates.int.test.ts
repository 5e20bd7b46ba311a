import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DATE_PLACE_MAX_LENGTH } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { assertExact } from '#tests/support/audits/chat-audit.ts'
import { chatOn } from '#tests/support/chat.ts'

const PRICE = 2

let site: TestApp
let chat: ReturnType<typeof chatOn>
let ana: Member
let ben: Member

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  chat = chatOn(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[ana, ben] = await chat.pair()
})
afterEach(async () => {
  await site.context.events.drain()
  await assertExact(site.context.db)
})

/** Day and time so long from now, in UTC. */
const inMs = (ms: number) => new Date(site.clock.now().getTime() + ms).toISOString().slice(0, 16)

const suggest = (input: { when?: string; place?: string; clientId?: string } = {}) =>
  chat.post(ana, ben, { kind: 'date', when: inMs(2 * DAY), place: 'Café Luna', ...input })

async function suggested() {
  const { reply } = await suggest()
  if (!reply) throw new Error('not sent')
  return reply.message
}

test('a date costs what a text costs, reaches both, and the list does not name it', async () => {
  const when = inMs(2 * DAY)
  const { reply } = await suggest({ when, place: '  Café Luna ' })
  expect(reply).toMatchObject({ credits: 100 - PRICE })
  for (const member of [ana, ben]) {
    const open = await chat.open(member, reply?.message.conversationId ?? '')
    expect(open.reply?.messages).toMatchObject([{ kind: 'date', when, place: 'Café Luna', answer: null }])
    const list = await chat.list(member)
    expect(list.reply?.chats[0]?.last_message).toMatchObject({ kind: 'date', preview: '' })
  }
})

test('sent again it is stored and paid once, also when it is over meanwhile', async () => {
  const clientId = randomUUID()
  const when = inMs(2 * DAY)
  await suggest({ clientId, when })
  site.clock.advance(3 * DAY)
  expect((await suggest({ clientId, when })).reply).toMatchObject({ credits: 100 - PRICE, message: { seq: 1 } })
})

test.each([
  [{ when: '2020-01-01T10:00' }, 'chat.date_out_of_range'],
  [{ when: '2120-01-01T10:00' }, 'chat.date_out_of_range'],
  [{ when: '2026-02-30T10:00' }, 'request.invalid'],
  [{ when: '2026-02-20T24:00' }, 'request.invalid'],
  [{ when: 'tomorrow' }, 'request.invalid'],
  [{ place: ' ' }, 'chat.empty'],
  [{ place: 'x'.repeat(DATE_PLACE_MAX_LENGTH + 1) }, 'chat.too_long'],
])('%o is rejected and costs nothing', async (input, code) => {
  const { error } = await suggest(input)
  expect([error?.code, ...Object.values(error?.fields ?? {}).map((field) => field.code)]).toContain(code)
  expect((await chat.openWith(ben, ana)).reply?.messages).toEqual([])
})

test('its receiver answers, free of charge, and can change the answer', async () => {
  const { conversationId: id, seq } = await suggested()
  expect((await chat.answer(ben, id, seq, 'accepted')).reply?.message).toMatchObject({ answer: 'accepted' })
  expect((await chat.answer(ben, id, seq, 'accepted')).reply?.message).toMatchObject({ answer: 'accepted' })
  expect((await chat.answer(ben, id, seq, 'declined')).reply?.message).toMatchObject({ answer: 'declined' })
  expect((await chat.open(ana, id)).reply?.messages).toMatchObject([{ answer: 'declined' }])
  expect(await chat.creditsOf(ben)).toBe(100)
})

test('an answer is the receiver’s, to a date that is not over, in a conversation where one may write', async () => {
  const { conversationId: id, seq } = await suggested()
  await chat.say(ana, ben)
  const codeOf = async (member: Member, number = seq) => (await chat.answer(member, id, number, 'accepted')).error?.code
  expect(await codeOf(ana)).toBe('chat.message_not_found')
  expect(await codeOf(ben, seq + 1)).toBe('chat.message_not_found')
  expect(await codeOf(await chat.build())).toBe('chat.not_found')
  site.clock.advance(3 * DAY)
  expect(await codeOf(ben)).toBe('chat.date_out_of_range')
  // A block takes the conversation from both.
  await chat.block(ana, ben)
  expect(await codeOf(ben)).toBe('moderation.blocked')
})

test('deleted by its sender it has neither day, place nor answer', async () => {
  const { conversationId: id, seq } = await suggested()
  await chat.answer(ben, id, seq, 'accepted')
  await chat.unsend(ana, id, seq)
  expect((await chat.open(ben, id)).reply?.messages).toMatchObject([{ kind: 'deleted' }])
  const rows = await site.context.db
    .selectFrom('messages')
    .innerJoin('conversations as c', 'c.id', 'messages.conversationId')
    .select(['body', 'name', 'answer'])
    .where('c.publicId', '=', id)
    .execute()
  expect(rows).toEqual([{ body: '', name: null, answer: null }])
})
