import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HISTORY_DAYS, RESEND_DAYS, UNSENT_CHAT_PHOTO_MS, UNSENT_CHAT_PHOTOS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { bodiesIn, chatOn } from '#tests/support/chat.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { openSocket } from '#tests/support/socket.ts'
import { clearMessages } from '#server/features/chat/jobs.ts'
import { insertUpload } from '#server/features/chat/send/upload-queries.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>
let image: Blob

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '100000' } })
  chat = chatOn(site)
  await site.app.listen({ port: 0 })
  image = new Blob([await sampleImage()])
})
afterAll(() => site.close())

async function clear() {
  const { db, jobs } = site.context
  await jobs.enqueue(db, clearMessages, {})
  await jobs.runDue()
  // The files are deleted by jobs that the first run queued.
  await jobs.runDue()
}

/** Makes all messages of a member's conversations older by the length of the history. */
async function age({ userId }: Member) {
  const { pool } = site.context.database
  const ids = 'select conversation_id from conversation_members where user_id = $1'
  const values = [userId, HISTORY_DAYS]
  await pool.query(
    `update messages set sent_at = sent_at - $2 * interval '1 day 1 ms' where conversation_id in (${ids})`,
    values,
  )
  await pool.query(
    `update conversation_members set last_message_at = last_message_at - $2 * interval '1 day 1 ms'
    where conversation_id in (${ids})`,
    values,
  )
}

async function storedSeqs(from: Member) {
  const rows = await site.context.db
    .selectFrom('messages')
    .innerJoin('conversationMembers as m', 'm.conversationId', 'messages.conversationId')
    .select('messages.seq')
    .where('m.userId', '=', from.userId)
    .orderBy('messages.seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

const photoRow = (publicId: string) =>
  site.context.db.selectFrom('chatUploads').select('storageKey').where('publicId', '=', publicId).executeTakeFirst()

describe('an unread message older than the history', () => {
  const totalsOf = async (member: Member) => (await chat.list(member)).reply?.totals

  test('is not unread any more once its conversation was opened, on every device', async () => {
    const [ana, ben] = await chat.pair()
    await chat.say(ana, ben, 'old')
    await age(ana)
    const id = await chat.say(ben, ana, 'new')
    expect(await totalsOf(ben)).toMatchObject({ unread_messages: 1 })
    const socket = await openSocket(site, ben)
    for (const open of [() => chat.openWith(ben, ana), () => chat.open(ben, id)]) {
      expect((await open()).reply).toMatchObject({ conversation: { readSeq: 1 }, messages: [{ seq: 2 }] })
      await site.context.events.drain()
    }
    expect((await chat.list(ben)).reply).toMatchObject({
      chats: [{ num_unread_messages: 0 }],
      totals: { unread_messages: 0 },
    })
    await socket.ping()
    expect(socket.eventsOf('receipt')).toMatchObject([{ unread: { conversation: 0, totals: { unread_messages: 0 } } }])
    expect(await auditChat(site.context.db)).toEqual([])
    socket.close()
  })

  test('stays unread together with a later one, until that was seen', async () => {
    const [ana, ben] = await chat.pair()
    await chat.say(ana, ben, 'old')
    await age(ana)
    const id = await chat.say(ana, ben, 'new')
    expect((await chat.open(ben, id)).reply).toMatchObject({ conversation: { readSeq: 1 } })
    expect(await totalsOf(ben)).toMatchObject({ unread_messages: 1 })
    await chat.read(ben, id, 2)
    expect(await totalsOf(ben)).toMatchObject({ unread_messages: 0 })
  })

  test('is not counted by a list that does not show its conversation', async () => {
    const [ana, ben] = await chat.pair()
    const cem = await chat.build({ name: 'Cem' })
    await chat.say(ana, ben, 'old')
    await age(ana)
    await chat.say(cem, ben, 'new')
    expect((await chat.list(ben)).reply).toMatchObject({
      chats: [{ num_unread_messages: 1, profile: { id: cem.profileId } }],
      totals: { unread_messages: 1 },
    })
    expect(await auditChat(site.context.db)).toEqual([])
    expect((await chat.send(ana, ben, 'again')).status).toBe(200)
    expect(await totalsOf(ben)).toMatchObject({ unread_messages: 2 })
  })
})

describe('the nightly clearing', () => {
  test('deletes messages that are older than the history, with their files, and keeps the counts exact', async () => {
    const [ana, ben] = await chat.pair()
    const { reply } = await chat.uploadPhoto(ana, ben, image)
    const photoId = reply?.photo.id ?? ''
    await chat.post(ana, ben, { kind: 'photo', photoId })
    const file = `${(await photoRow(photoId))?.storageKey}/large.webp`
    await chat.say(ana, ben, 'old')
    await age(ana)
    const id = await chat.say(ana, ben, 'new')
    const [cem, dan] = await chat.pair()
    await chat.say(cem, dan, 'younger')
    expect((await chat.list(ben)).reply?.totals).toMatchObject({ messages: 3, unread_messages: 3 })
    await clear()
    expect(await storedSeqs(ana)).toEqual([3])
    expect(await storedSeqs(cem)).toEqual([1])
    for (const member of [ana, ben]) {
      expect(bodiesIn(await chat.open(member, id))).toEqual(['new'])
      expect((await chat.list(member)).reply?.totals.messages).toBe(1)
    }
    expect((await chat.list(ben)).reply).toMatchObject({
      chats: [{ num_unread_messages: 1 }],
      totals: { unread_messages: 1 },
    })
    expect(await photoRow(photoId)).toBeUndefined()
    expect(await site.context.storage.open(file)).toBeNull()

    // A conversation without any message left leaves the list; the next message begins after the old number.
    await age(ana)
    await clear()
    expect((await chat.list(ben)).reply).toMatchObject({ chats: [], totals: { messages: 0, unread_messages: 0 } })
    expect(await storedSeqs(ana)).toEqual([])
    expect((await chat.send(ana, ben, 'again')).reply?.message.seq).toBe(4)
    expect((await chat.list(ben)).reply?.chats).toMatchObject([{ num_unread_messages: 1, last_message: { seq: 4 } }])
  })

  test('deletes what both sides deleted, once no client sends it again', async () => {
    const [ana, ben] = await chat.pair()
    await chat.say(ana, ben, 'one')
    const id = await chat.say(ben, ana, 'two')
    await chat.remove(ana, id)
    await chat.remove(ben, id, 1)
    await clear()
    expect(await storedSeqs(ana)).toEqual([1, 2])
    site.clock.advance(RESEND_DAYS * DAY + 1)
    await clear()
    expect(await storedSeqs(ana)).toEqual([2])
    expect(bodiesIn(await chat.open(ben, id))).toEqual(['two'])
  })

  test('deletes photos that were not sent in time', async () => {
    const [ana, ben] = await chat.pair()
    const old = (await chat.uploadPhoto(ana, ben, image)).reply?.photo.id ?? ''
    const sent = (await chat.uploadPhoto(ana, ben, image)).reply?.photo.id ?? ''
    await chat.post(ana, ben, { kind: 'photo', photoId: sent })
    const file = `${(await photoRow(old))?.storageKey}/large.webp`
    site.clock.advance(UNSENT_CHAT_PHOTO_MS + 1)
    const young = (await chat.uploadPhoto(ana, ben, image)).reply?.photo.id ?? ''
    await clear()
    expect(await photoRow(old)).toBeUndefined()
    expect(await site.context.storage.open(file)).toBeNull()
    for (const photoId of [sent, young]) expect(await photoRow(photoId)).toBeDefined()
    expect((await chat.post(ana, ben, { kind: 'photo', photoId: old })).error?.code).toBe('chat.photo_not_found')
    expect((await chat.post(ana, ben, { kind: 'photo', photoId: young })).status).toBe(200)
  })

  test('keeps only the latest photos that a member has uploaded and not sent', async () => {
    const [ana, ben] = await chat.pair()
    const sent = (await chat.uploadPhoto(ana, ben, image)).reply?.photo.id ?? ''
    await chat.post(ana, ben, { kind: 'photo', photoId: sent })
    const first = (await chat.uploadPhoto(ana, ben, image)).reply?.photo.id ?? ''
    const second = (await chat.uploadPhoto(ana, ben, image)).reply?.photo.id ?? ''
    const file = `${(await photoRow(first))?.storageKey}/large.webp`
    await addRows(ana, ben, UNSENT_CHAT_PHOTOS - 2)
    expect(await photoRow(first)).toBeDefined()
    const last = (await chat.uploadPhoto(ana, ben, image)).reply?.photo.id ?? ''
    await site.context.jobs.runDue()
    expect(await photoRow(first)).toBeUndefined()
    expect(await site.context.storage.open(file)).toBeNull()
    for (const photoId of [sent, second, last]) expect(await photoRow(photoId)).toBeDefined()
  })

  /** Stores uploads without files. */
  async function addRows({ userId: senderId }: Member, { userId: receiverId }: Member, count: number) {
    const { clock, transaction } = site.context
    for (let n = 0; n < count; n += 1) {
      site.clock.advance(1)
      const ids = { id: newId(clock), publicId: newPublicId(), clientId: randomUUID(), storageKey: newPublicId() }
      const rest = {
        kind: 'photo' as const,
        width: 900,
        height: 1200,
        preview: '',
        fingerprint: null,
        explicitness: null,
        renditions: 1,
        createdAt: clock.now(),
      }
      await transaction((tx) => insertUpload(tx, { ...ids, senderId, receiverId, ...rest }))
    }
    site.clock.advance(1)
  }
})
