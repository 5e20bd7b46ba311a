import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { updatePrivacy, updateProfile } from '#contract/profiles/calls.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { assertExact } from '#tests/support/audits/chat-audit.ts'
import { chatOn } from '#tests/support/chat.ts'

const answers = [
  { prompt: 'learning' as const, text: 'Italian' },
  { prompt: 'first_date' as const, text: 'A picnic' },
]
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
afterEach(async () => {
  await site.context.events.drain()
  await assertExact(site.context.db)
})

async function pair() {
  ana = await chat.build({ name: 'Ana' })
  ben = await chat.build({ name: 'Ben', answers, photos: ['public', 'public', 'private'] })
}

type Quoted = NonNullable<Parameters<typeof chat.post>[2]['quote']>

function write(
  quote: Quoted,
  { clientId = randomUUID(), body = 'Me too!' }: { clientId?: string; body?: string } = {},
) {
  return chat.post(ana, ben, { kind: 'text', body, clientId, quote })
}

describe('a message about an answer', () => {
  test('has its text for both, costs what any message does, and keeps it when the answer changes', async () => {
    await pair()
    const { reply } = await write({ prompt: 'learning' })
    const quote = { kind: 'answer', prompt: 'learning', text: 'Italian' }
    expect(reply).toMatchObject({ credits: 100 - PRICE, message: { seq: 1, body: 'Me too!', quote } })
    await site.call(updateProfile, { body: { answers: [] } }, ben)
    for (const member of [ana, ben]) {
      const open = await chat.open(member, reply?.message.conversationId ?? '')
      expect(open.reply?.messages).toMatchObject([{ quote }])
    }
  })

  test('is stored once when it is sent again, also after the answer is gone', async () => {
    await pair()
    const clientId = randomUUID()
    const first = await write({ prompt: 'first_date' }, { clientId })
    await site.call(updateProfile, { body: { answers: [] } }, ben)
    expect((await write({ prompt: 'first_date' }, { clientId })).reply).toEqual(first.reply)
    expect(await chat.creditsOf(ana)).toBe(100 - PRICE)
  })

  test('is possible in a conversation that exists, of which other messages have no quote', async () => {
    await pair()
    const conversationId = await chat.say(ben, ana)
    expect((await write({ prompt: 'learning' })).reply?.message.seq).toBe(2)
    const { reply } = await chat.open(ana, conversationId)
    expect(reply?.messages.map(({ quote }) => quote?.kind ?? null)).toEqual([null, 'answer'])
  })

  test('loses it when its sender deletes the message', async () => {
    await pair()
    const { reply } = await write({ prompt: 'learning' })
    const conversationId = reply?.message.conversationId ?? ''
    const deleted = await chat.unsend(ana, conversationId, 1)
    expect(deleted.reply?.message).toMatchObject({ kind: 'deleted', quote: null })
    const row = await site.context.db
      .selectFrom('messages')
      .select('quote')
      .where('senderId', '=', ana.userId)
      .execute()
    expect(row).toEqual([{ quote: null }])
  })
})

describe('a message about a photo', () => {
  test('names a photo that its sender sees', async () => {
    await pair()
    const [main = '', second = '', secret = ''] = ben.photoIds
    expect((await write({ photoId: main })).reply?.message.quote).toEqual({ kind: 'photo', photoId: main })
    // Other photos are shown to premium members only.
    for (const photoId of [second, secret, 'bcdfghjkmnpqrs'])
      expect((await write({ photoId })).error?.code).toBe('chat.quote_not_found')
    expect(await chat.creditsOf(ana)).toBe(100 - PRICE)
  })
})

describe('nothing is sent and charged', () => {
  const rejection = async (quote: Quoted) => {
    const { status, error } = await write(quote)
    expect(await chat.creditsOf(ana)).toBe(100)
    return [status, error?.code]
  }

  test('about an answer that the profile does not have', async () => {
    await pair()
    expect(await rejection({ prompt: 'best_trip' })).toEqual([404, 'chat.quote_not_found'])
    const { reply } = await chat.list(ana)
    expect(reply?.chats).toEqual([])
  })

  test('about answers that privacy mode or the site hides', async () => {
    await pair()
    await site.call(updatePrivacy, { body: { isPrivate: true } }, ben)
    expect(await rejection({ prompt: 'learning' })).toEqual([404, 'chat.quote_not_found'])
    await site.call(updatePrivacy, { body: { isPrivate: false } }, ben)
    const siteId = site.context.sites.of('localhost').id
    const { settings } = site.context.sites.of('localhost')
    await changeSettings(site.context, { siteId, settings: { visible_profile_fields: ['about'] } })
    await site.context.events.drain()
    expect(await rejection({ prompt: 'learning' })).toEqual([404, 'chat.quote_not_found'])
    await changeSettings(site.context, { siteId, settings })
    await site.context.events.drain()
  })

  test('after a block, which is the reason that the sender learns', async () => {
    await pair()
    await chat.block(ben, ana)
    const [, code] = await rejection({ prompt: 'learning' })
    expect(code).toBe((await chat.send(ana, ben)).error?.code)
    expect(code).not.toBe('chat.quote_not_found')
  })

  test('about something else, or without log-in', async () => {
    await pair()
    expect((await rejection({ prompt: 'shoe_size' } as never))[1]).toBe('request.invalid')
    expect((await rejection({ prompt: 'learning', text: 'Mine' } as never))[1]).toBe('request.invalid')
    const visitor = { ...(await buildMember(site.context)), cookie: '' }
    const answer = await chat.post(visitor, ben, { kind: 'text', body: 'Hi', quote: { prompt: 'learning' } })
    expect(answer.error?.code).toBe('authentication_required')
  })
})
