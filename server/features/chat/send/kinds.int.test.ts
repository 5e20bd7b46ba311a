import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { GIFT_TEXT_MAX_LENGTH, HISTORY_DAYS, MESSAGE_DELETE_MS } from '#contract/limits.ts'
import { likeProfile, unlikeProfile } from '#contract/likes/calls.ts'
import { updatePrivacy } from '#contract/profiles/calls.ts'
import { chatPhotoUrl, photoSizes } from '#contract/profiles/photo-urls.ts'
import { DAY } from '#contract/time.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { assertExact, auditChat } from '#tests/support/audits/chat-audit.ts'
import { chatOn } from '#tests/support/chat.ts'
import { explicitImage, sampleImage } from '#tests/support/sample-images.ts'

/** Prices on the default site, in credits. */
const [TEXT, PHOTO, GIFT] = [2, 3, 4]
const unknownId = 'bcdfghjkmnpqrs'

let site: TestApp
let chat: ReturnType<typeof chatOn>
let image: Blob

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  chat = chatOn(site)
  image = new Blob([await sampleImage()])
})
afterAll(() => site.close())
afterEach(async () => {
  await site.context.events.drain()
  await assertExact(site.context.db)
})

async function uploaded(from: Member, to: Member) {
  const { reply } = await chat.uploadPhoto(from, to, image)
  if (!reply) throw new Error('not uploaded')
  return reply.photo
}

function fetchPhoto(id: string, member: Pick<Member, 'cookie'>, size = 'large') {
  return site.app.inject({ url: `/chat-photos/${id}/${size}`, headers: { cookie: member.cookie } })
}

const statusOf = async (id: string, member: Pick<Member, 'cookie'>) => (await fetchPhoto(id, member)).statusCode

describe('a photo', () => {
  test('that was sent is returned when its upload is repeated after the partner left, and a new one is not taken', async () => {
    const [ana, ben] = await chat.pair()
    const clientId = randomUUID()
    const first = await chat.uploadPhoto(ana, ben, image, clientId)
    const photoId = first.reply?.photo.id ?? ''
    expect((await chat.post(ana, ben, { kind: 'photo', photoId })).status).toBe(200)
    const leave = site.context.db.updateTable('users').set({ deletedAt: site.clock.now() })
    await leave.where('id', '=', ben.userId).execute()
    expect((await chat.uploadPhoto(ana, ben, image, clientId)).reply).toEqual(first.reply)
    expect((await chat.uploadPhoto(ana, ben, image)).error?.code).toBe('chat.partner_left')
  })

  test('is uploaded once for a client id, sent for its price, and shown to the two members only', async () => {
    const [ana, ben] = await chat.pair()
    const eve = await chat.build({ isPremium: true })
    const clientId = randomUUID()
    const first = await chat.uploadPhoto(ana, ben, image, clientId)
    expect(first.reply?.photo).toEqual({
      id: expect.any(String),
      width: expect.any(Number),
      height: expect.any(Number),
      preview: expect.stringContaining('data:image/'),
      isExplicit: false,
    })
    expect((await chat.uploadPhoto(ana, ben, image, clientId)).reply).toEqual(first.reply)
    expect(await chat.creditsOf(ana)).toBe(100)
    const photo = first.reply?.photo ?? { id: '' }
    // Not sent yet: only the sender sees it.
    expect([await statusOf(photo.id, ana), await statusOf(photo.id, ben)]).toEqual([200, 404])

    const sent = await chat.post(ana, ben, { kind: 'photo', photoId: photo.id })
    expect(sent.reply).toMatchObject({ credits: 100 - PHOTO, message: { kind: 'photo', photo, seq: 1 } })
    for (const member of [ana, ben]) {
      const { reply } = await chat.open(member, sent.reply?.message.conversationId ?? '')
      expect(reply?.messages).toEqual([sent.reply?.message])
      for (const size of photoSizes) expect((await fetchPhoto(photo.id, member, size)).statusCode).toBe(200)
    }
    expect((await chat.list(ben)).reply?.chats[0]?.last_message).toMatchObject({ kind: 'photo', preview: '' })
    for (const other of [eve, { cookie: '' }]) expect(await statusOf(photo.id, other)).toBe(404)
    expect((await fetchPhoto(photo.id, ana)).headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'image/webp',
    })
  })

  test('that is rated explicit is marked for both, and each conversation says whether it is covered', async () => {
    const [ana, ben] = await chat.pair()
    const photo = (await chat.uploadPhoto(ana, ben, new Blob([await explicitImage()]))).reply?.photo
    const sent = await chat.post(ana, ben, { kind: 'photo', photoId: photo?.id ?? '' })
    expect(sent.reply?.message).toMatchObject({ kind: 'photo', photo: { id: photo?.id, isExplicit: true } })
    const id = sent.reply?.message.conversationId ?? ''
    await site.call(updatePrivacy, { body: { coversExplicit: false } }, ana)
    const [mine, theirs] = [await chat.open(ana, id), await chat.openWith(ben, ana)]
    for (const { reply } of [mine, theirs]) expect(reply?.messages).toEqual([sent.reply?.message])
    expect([mine, theirs].map(({ reply }) => reply?.conversation.coversExplicit)).toEqual([false, true])
  })

  test('that was stored without a rating is not marked', async () => {
    const [ana, ben] = await chat.pair()
    const { id: photoId } = await uploaded(ana, ben)
    await site.context.db
      .updateTable('chatUploads')
      .set({ explicitness: null })
      .where('publicId', '=', photoId)
      .execute()
    const sent = await chat.post(ana, ben, { kind: 'photo', photoId })
    expect(sent.reply?.message).toMatchObject({ photo: { isExplicit: false } })
  })

  test('is not sent twice, nor by others, nor to another member', async () => {
    const [ana, ben] = await chat.pair()
    const [eve, cem] = [await chat.build(), await chat.build()]
    await chat.say(cem, ana)
    const credits = await chat.creditsOf(ana)
    const { id: photoId } = await uploaded(ana, ben)
    const clientId = randomUUID()
    const sent = await chat.post(ana, ben, { kind: 'photo', photoId, clientId })
    expect((await chat.post(ana, ben, { kind: 'photo', photoId, clientId })).reply).toEqual(sent.reply)
    const own = await uploaded(ana, ben)
    for (const attempt of [
      await chat.post(ana, ben, { kind: 'photo', photoId }),
      await chat.post(ben, ana, { kind: 'photo', photoId }),
      await chat.post(ben, ana, { kind: 'photo', photoId: own.id }),
      await chat.post(ana, eve, { kind: 'photo', photoId: own.id }),
      await chat.post(ana, cem, { kind: 'photo', photoId: own.id }),
      await chat.post(ana, ben, { kind: 'photo', photoId: unknownId }),
    ])
      expect({ status: attempt.status, code: attempt.error?.code }).toEqual({
        status: 404,
        code: 'chat.photo_not_found',
      })
    expect(await chat.creditsOf(ana)).toBe(credits - PHOTO)
  })

  test('sent by ten messages at the same moment is in one of them', async () => {
    const [ana, ben] = await chat.pair()
    await chat.say(ana, ben)
    const { id: photoId } = await uploaded(ana, ben)
    const sends = await Promise.all(Array.from({ length: 10 }, () => chat.post(ana, ben, { kind: 'photo', photoId })))
    expect(sends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(sends.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['chat.photo_not_found']))
    expect(await chat.creditsOf(ana)).toBe(100 - TEXT - PHOTO)
  })

  test('that another message takes while this one is being stored is not found, and nothing is charged', async () => {
    const [ana, ben] = await chat.pair()
    const { id: photoId } = await uploaded(ana, ben)
    const { db, transaction } = site.context
    const take = (tx: Queryable, conversationId: number | null) =>
      tx
        .updateTable('chatUploads')
        .set({ conversationId, seq: conversationId })
        .where('publicId', '=', photoId)
        .execute()
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { call } = await transaction(async (tx) => {
      await take(tx, 1)
      const post = chat.post(ana, ben, { kind: 'photo', photoId })
      const isWaiting = vi.waitFor(async () => expect((await waiting.execute(db)).rows[0]?.n).toBe(1))
      await Promise.race([post, isWaiting])
      return { call: post }
    })
    const { status, error } = await call
    expect([status, error?.code]).toEqual([404, 'chat.photo_not_found'])
    expect(await chat.creditsOf(ana)).toBe(100)
    await take(db, null)
  })

  test('is gone for a member who deleted the conversation, after the history, and for both after a block', async () => {
    const [ana, ben] = await chat.pair()
    const { id } = await uploaded(ana, ben)
    const sent = await chat.post(ana, ben, { kind: 'photo', photoId: id })
    await chat.remove(ben, sent.reply?.message.conversationId ?? '')
    expect([await statusOf(id, ana), await statusOf(id, ben)]).toEqual([200, 404])
    await chat.block(ben, ana)
    expect([await statusOf(id, ana), await statusOf(id, ben)]).toEqual([404, 404])

    const [cem, dan] = await chat.pair()
    const old = await uploaded(cem, dan)
    await chat.post(cem, dan, { kind: 'photo', photoId: old.id })
    const sentAt = new Date(site.clock.now().getTime() - HISTORY_DAYS * DAY - 1)
    await site.context.db.updateTable('messages').set({ sentAt }).where('senderId', '=', cem.userId).execute()
    expect([await statusOf(old.id, cem), await statusOf(old.id, dan)]).toEqual([404, 404])
  })

  test('has a client id of its own: one of a photo for another member is rejected', async () => {
    const [ana, ben] = await chat.pair()
    const clientId = randomUUID()
    const first = await chat.uploadPhoto(ana, ben, image, clientId)
    const answer = await chat.uploadPhoto(ana, await chat.build(), image, clientId)
    expect([answer.status, answer.error?.code]).toEqual([400, 'request.invalid'])
    expect((await chat.uploadPhoto(ana, ben, image, clientId)).reply).toEqual(first.reply)
  })

  test('is rejected like a message: blocked, left, no image', async () => {
    const [ana, ben] = await chat.pair()
    const noImage = await chat.uploadPhoto(ana, ben, new Blob(['no image']))
    expect([noImage.status, noImage.error?.code]).toEqual([415, 'profiles.photo_not_an_image'])
    expect((await chat.uploadPhoto(ana, ana, image)).error?.code).toBe('chat.self')
    await chat.block(ben, ana)
    expect((await chat.uploadPhoto(ana, ben, image)).error?.code).toBe('moderation.blocked')
    expect((await chat.uploadPhoto(ben, ana, image)).error?.code).toBe('chat.partner_blocked')
    expect(
      (await site.app.inject({ url: chatPhotoUrl('no-id', 'large'), headers: { cookie: ana.cookie } })).statusCode,
    ).toBe(404)
  })
})

describe('a gift', () => {
  test('costs the price of the site times its factor, with or without a text', async () => {
    const [ana, ben] = await chat.pair()
    const rose = await chat.post(ana, ben, { kind: 'gift', gift: 'rose', body: '' })
    expect(rose.reply).toMatchObject({ credits: 100 - GIFT, message: { kind: 'gift', gift: 'rose', body: '' } })
    const ring = await chat.post(ana, ben, { kind: 'gift', gift: 'ring', body: ' For you ' })
    expect(ring.reply).toMatchObject({ credits: 100 - GIFT - 8 * GIFT, message: { gift: 'ring', body: 'For you' } })
    expect((await chat.list(ben)).reply?.chats[0]).toMatchObject({
      num_unread_messages: 2,
      last_message: { kind: 'gift', preview: 'ring' },
    })
  })

  test('that is unknown, too dear or has too long a text is rejected', async () => {
    const [ana, ben] = await chat.pair()
    const unknown = await chat.post(ana, ben, { kind: 'gift', gift: 'castle' as 'ring', body: '' })
    expect([unknown.status, unknown.error?.code]).toEqual([400, 'request.invalid'])
    const long = await chat.post(ana, ben, { kind: 'gift', gift: 'rose', body: 'x'.repeat(GIFT_TEXT_MAX_LENGTH + 1) })
    expect([long.status, long.error?.code]).toEqual([422, 'chat.too_long'])
    const poor = await chat.build({ credits: 8 * GIFT - 1 })
    expect((await chat.post(poor, ben, { kind: 'gift', gift: 'ring', body: '' })).error?.code).toBe(
      'credits.insufficient',
    )
    expect([await chat.creditsOf(ana), await chat.creditsOf(poor)]).toEqual([100, 8 * GIFT - 1])
  })

  test('fifty for the credits of one: one is sent', async () => {
    const ana = await chat.build({ credits: GIFT + 1 })
    const ben = await chat.build()
    const sends = await Promise.all(
      Array.from({ length: 50 }, () => chat.post(ana, ben, { kind: 'gift', gift: 'coffee', body: 'Hi' })),
    )
    expect(sends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(sends.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['credits.insufficient']))
    expect(await chat.creditsOf(ana)).toBe(1)
  })
})

describe('the price of a text between two who matched', () => {
  async function setPrice(price: number | null) {
    const { id: siteId } = await site.context.db.selectFrom('sites').select('id').executeTakeFirstOrThrow()
    await changeSettings(site.context, { siteId, settings: { match_message_credits: price } })
    await site.context.events.drain()
  }

  test('is that of the site, and 0 is free of charge', async () => {
    const [ana, ben] = await chat.pair()
    const poor = await chat.build({ credits: 0 })
    const like = (from: Member, to: Member) => site.call(likeProfile, { params: { profileId: to.profileId } }, from)
    for (const other of [ben, poor]) {
      await like(ana, other)
      await like(other, ana)
    }
    try {
      await setPrice(0)
      const { reply } = await chat.openWith(poor, ana)
      expect(reply?.conversation).toMatchObject({
        prices: { text: 0, photo: PHOTO, gift: GIFT },
        matchedAt: site.clock.now().toISOString(),
      })
      const clientId = randomUUID()
      const sent = await chat.send(poor, ana, 'Hello', clientId)
      expect(sent.reply?.credits).toBe(0)
      expect((await chat.send(poor, ana, 'Hello', clientId)).reply).toEqual(sent.reply)
      expect((await chat.post(poor, ana, { kind: 'gift', gift: 'rose', body: '' })).error?.code).toBe(
        'credits.insufficient',
      )
      // Without a match the usual price applies.
      expect((await chat.send(ana, await chat.build())).reply?.credits).toBe(100 - TEXT)
      await setPrice(1)
      expect((await chat.send(ana, ben)).reply?.credits).toBe(100 - TEXT - 1)
    } finally {
      await setPrice(null)
    }
    expect((await chat.send(ana, ben)).reply?.credits).toBe(100 - TEXT - 1 - TEXT)
  })

  test('is never exceeded: a message that costs more than its sender was shown is rejected with its price', async () => {
    const [ana, ben] = await chat.pair()
    await site.call(likeProfile, { params: { profileId: ben.profileId } }, ana)
    await site.call(likeProfile, { params: { profileId: ana.profileId } }, ben)
    const post = (maxPrice: number) => chat.post(ana, ben, { body: 'Hello', maxPrice })
    const changed = { status: 409, error: { code: 'chat.price_changed', params: { count: TEXT } } }
    try {
      await setPrice(1)
      expect(await post(0)).toMatchObject({ error: { code: 'chat.price_changed', params: { count: 1 } } })
      expect((await post(1)).reply?.credits).toBe(99)
      expect((await post(TEXT)).reply?.credits).toBe(98)
      // The match ends while the next message waits for a connection.
      await site.call(unlikeProfile, { params: { profileId: ana.profileId } }, ben)
      expect(await post(1)).toMatchObject(changed)
      expect(await chat.creditsOf(ana)).toBe(98)
      expect((await post(TEXT)).reply?.credits).toBe(98 - TEXT)
    } finally {
      await setPrice(null)
    }
    expect(await chat.post(ana, await chat.build(), { body: 'Hello', maxPrice: 1 })).toMatchObject(changed)
    expect(await chat.creditsOf(ana)).toBe(98 - TEXT)
  })
})

describe('a reply', () => {
  test('names a message of the conversation that its sender can see', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'Coffee?')
    const { reply } = await chat.post(ben, ana, { body: 'Yes', replyTo: 1 })
    expect(reply?.message).toMatchObject({ seq: 2, replyTo: 1 })
    expect((await chat.open(ana, id)).reply?.messages[1]).toEqual(reply?.message)
    await chat.remove(ben, id, 1)
    for (const replyTo of [1, 99, 2 ** 31 - 1]) {
      const missing = await chat.post(ben, ana, { body: 'Yes', replyTo })
      expect([missing.status, missing.error?.code]).toEqual([404, 'chat.message_not_found'])
    }
    expect((await chat.post(ben, ana, { body: 'Yes', replyTo: 2 ** 31 })).error?.code).toBe('request.invalid')
    expect((await chat.post(ana, await chat.build(), { body: 'Yes', replyTo: 1 })).error?.code).toBe(
      'chat.message_not_found',
    )
    expect(await chat.creditsOf(ben)).toBe(100 - TEXT)
  })
})

describe('a reaction', () => {
  test('is one per member and message, can be changed and removed, and costs nothing', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    expect((await chat.react(ben, id, 1, '❤️')).reply?.message.reactions).toEqual({ sender: null, receiver: '❤️' })
    expect((await chat.react(ben, id, 1, '🔥')).reply?.message.reactions).toEqual({ sender: null, receiver: '🔥' })
    expect((await chat.react(ana, id, 1, '👍')).reply?.message.reactions).toEqual({ sender: '👍', receiver: '🔥' })
    const { reply } = await chat.react(ben, id, 1, null)
    expect(reply?.message.reactions).toEqual({ sender: '👍', receiver: null })
    expect((await chat.open(ana, id)).reply?.messages).toEqual([reply?.message])
    expect([await chat.creditsOf(ana), await chat.creditsOf(ben)]).toEqual([100 - TEXT, 100])
    expect((await chat.list(ben)).reply?.chats[0]?.num_unread_messages).toBe(1)
  })

  test('is rejected where one could not write, and to what one cannot see', async () => {
    const [ana, ben] = await chat.pair()
    const eve = await chat.build()
    const id = await chat.say(ana, ben)
    const codeOf = async (member: Member, seq = 1) => (await chat.react(member, id, seq, '❤️')).error?.code
    expect(await codeOf(eve)).toBe('chat.not_found')
    expect(await codeOf(ben, 2)).toBe('chat.message_not_found')
    expect((await chat.react(ben, id, 1, '💩' as '❤️')).error?.code).toBe('request.invalid')
    await chat.unsend(ana, id, 1)
    expect(await codeOf(ben)).toBe('chat.message_not_found')
    await chat.say(ana, ben)
    const { db } = site.context
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', ana.userId).execute()
    expect(await codeOf(ben, 2)).toBe('chat.partner_left')
    await db.updateTable('users').set({ disabledAt: null }).where('id', '=', ana.userId).execute()
    await chat.block(ana, ben)
    expect(await codeOf(ben, 2)).toBe('moderation.blocked')
    expect(await codeOf(ana, 2)).toBe('chat.message_not_found')
  })
})

describe('deleting a message for both', () => {
  test('removes its content, and the unread count and the preview follow', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben, 'first secret')
    await chat.say(ana, ben, 'second secret')
    await chat.react(ben, id, 2, '😮')
    const { reply } = await chat.unsend(ana, id, 2)
    expect(reply?.message).toMatchObject({ seq: 2, kind: 'deleted', replyTo: null })
    expect(reply?.message.reactions).toEqual({ sender: null, receiver: null })
    expect((await chat.unsend(ana, id, 2)).reply).toEqual(reply)
    for (const member of [ana, ben]) {
      expect((await chat.open(member, id)).reply?.messages[1]).toEqual(reply?.message)
      expect((await chat.list(member)).reply?.chats[0]?.last_message).toMatchObject({
        seq: 2,
        kind: 'deleted',
        preview: '',
      })
    }
    expect((await chat.list(ben)).reply).toMatchObject({
      chats: [{ num_unread_messages: 1 }],
      totals: { messages: 2, unread_messages: 1 },
    })
    // The first one is not the latest, and was read.
    await chat.read(ben, id, 1)
    await chat.unsend(ana, id, 1)
    expect((await chat.list(ben)).reply?.chats[0]?.num_unread_messages).toBe(0)
    expect(await chat.creditsOf(ana)).toBe(100 - 2 * TEXT)
    const rows = await site.context.db
      .selectFrom('messages')
      .select('body')
      .where('senderId', '=', ana.userId)
      .execute()
    expect(rows).toEqual([{ body: '' }, { body: '' }])
  })

  test('deletes the file of its photo', async () => {
    const [ana, ben] = await chat.pair()
    const { id: photoId } = await uploaded(ana, ben)
    const sent = await chat.post(ana, ben, { kind: 'photo', photoId })
    const { storageKey } = await site.context.db
      .selectFrom('chatUploads')
      .select('storageKey')
      .where('publicId', '=', photoId)
      .executeTakeFirstOrThrow()
    await chat.unsend(ana, sent.reply?.message.conversationId ?? '', 1)
    expect([await statusOf(photoId, ana), await statusOf(photoId, ben)]).toEqual([404, 404])
    await site.context.jobs.runDue()
    for (const size of photoSizes) expect(await site.context.storage.open(`${storageKey}/${size}.webp`)).toBeNull()
  })

  test('is for the sender, and for a time', async () => {
    const [ana, ben] = await chat.pair()
    const id = await chat.say(ana, ben)
    expect((await chat.unsend(ben, id, 1)).error?.code).toBe('chat.message_not_found')
    expect((await chat.unsend(await chat.build(), id, 1)).error?.code).toBe('chat.not_found')
    expect((await chat.unsend(ana, id, 2)).error?.code).toBe('chat.message_not_found')
    site.clock.advance(MESSAGE_DELETE_MS + 1)
    const late = await chat.unsend(ana, id, 1)
    expect([late.status, late.error?.code]).toEqual([403, 'chat.too_late_to_delete'])
  })

  test('while the receiver reads leaves exact counts', async () => {
    const [ana, ben] = await chat.pair()
    for (let round = 0; round < 15; round += 1) {
      const id = await chat.say(ana, ben)
      const { reply } = await chat.send(ana, ben)
      const seq = reply?.message.seq ?? 0
      await Promise.all([
        chat.unsend(ana, id, seq - 1),
        chat.read(ben, id, seq - (round % 2)),
        chat.unsend(ana, id, seq),
        round % 3 === 0 ? chat.remove(ben, id, seq - 1) : chat.say(ben, ana),
      ])
      expect(await auditChat(site.context.db)).toEqual([])
    }
  })
})
