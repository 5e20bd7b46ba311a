import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HISTORY_DAYS, UNSENT_CHAT_PHOTO_MS, VOICE_MAX_BYTES, VOICE_MAX_MS } from '#contract/limits.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import { DAY } from '#contract/time.ts'
import { deleteConversations } from '#server/features/chat/conversations/hide-queries.ts'
import { clearMessages } from '#server/features/chat/jobs.ts'
import { clearUpload } from '#server/features/chat/upload-files.ts'
import { archiveEntries } from '#server/features/exports/archive.ts'
import { openCaseImage } from '#server/features/moderation/cases/case-image.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { assertExact } from '#tests/support/audits/chat-audit.ts'
import { chatOn } from '#tests/support/chat.ts'
import { sampleRecording } from '#tests/support/sample-recording.ts'

/** Price on the default site, in credits: that of a photo. */
const VOICE = 3
const unknownId = 'bcdfghjkmnpqrs'

let site: TestApp
let chat: ReturnType<typeof chatOn>
const recording = new Blob([sampleRecording()])

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  chat = chatOn(site)
})
afterAll(() => site.close())

async function uploaded(from: Member, to: Member) {
  const { reply } = await chat.uploadVoice(from, to, recording)
  if (!reply) throw new Error('not uploaded')
  return reply.voice
}

/** Uploads and sends a voice message. */
async function sent(from: Member, to: Member) {
  const { id: voiceId } = await uploaded(from, to)
  const { reply } = await chat.post(from, to, { kind: 'voice', voiceId })
  if (!reply) throw new Error('not sent')
  return { voiceId, ...reply.message }
}

function fetchVoice(id: string, { cookie }: Pick<Member, 'cookie'>) {
  return site.app.inject({ url: `/chat-voices/${id}`, headers: { cookie } })
}

const statusOf = async (id: string, member: Pick<Member, 'cookie'>) => (await fetchVoice(id, member)).statusCode

async function fileOf(voiceId: string) {
  const row = await site.context.db
    .selectFrom('chatUploads')
    .select('storageKey')
    .where('publicId', '=', voiceId)
    .executeTakeFirstOrThrow()
  return `${row.storageKey}/voice`
}

const isStored = async (file: string) => {
  const stored = await site.context.storage.open(file)
  stored?.stream.destroy()
  return stored !== null
}

describe('a voice message', () => {
  afterEach(async () => {
    await site.context.events.drain()
    await assertExact(site.context.db)
  })

  test('is uploaded once for a client id, sent for its price, and played by the two members only', async () => {
    const [ana, ben] = await chat.pair()
    const eve = await chat.build({ isPremium: true })
    const clientId = randomUUID()
    const first = await chat.uploadVoice(ana, ben, recording, { clientId })
    expect(first.reply?.voice).toMatchObject({ id: expect.any(String), durationMs: 4200 })
    expect((await chat.uploadVoice(ana, ben, recording, { clientId })).reply).toEqual(first.reply)
    expect(await chat.creditsOf(ana)).toBe(100)
    const voice = first.reply?.voice ?? { id: '' }
    expect([await statusOf(voice.id, ana), await statusOf(voice.id, ben)]).toEqual([200, 404])

    const answer = await chat.post(ana, ben, { kind: 'voice', voiceId: voice.id })
    expect(answer.reply).toMatchObject({ credits: 100 - VOICE, message: { kind: 'voice', voice, seq: 1 } })
    for (const member of [ana, ben]) {
      const { reply } = await chat.open(member, answer.reply?.message.conversationId ?? '')
      expect(reply?.messages).toEqual([answer.reply?.message])
      expect(reply?.conversation.prices.voice).toBe(VOICE)
      const file = await fetchVoice(voice.id, member)
      expect(file.rawPayload).toEqual(sampleRecording())
      expect(file.headers).toMatchObject({ 'content-type': 'audio/webm', 'cache-control': 'private, no-store' })
    }
    expect((await chat.list(ben)).reply?.chats[0]?.last_message).toMatchObject({ kind: 'voice', preview: '' })
    for (const other of [eve, { cookie: '' }]) expect(await statusOf(voice.id, other)).toBe(404)
  })

  test('the same message sent again charges once, and a voice message is sent once', async () => {
    const [ana, ben] = await chat.pair()
    const cem = await chat.build()
    await chat.say(cem, ana)
    const credits = await chat.creditsOf(ana)
    const { id: voiceId } = await uploaded(ana, ben)
    const clientId = randomUUID()
    const both = await Promise.all([1, 2].map(() => chat.post(ana, ben, { kind: 'voice', voiceId, clientId })))
    expect(both[0]?.reply?.message).toEqual(both[1]?.reply?.message)
    expect((await chat.post(ana, ben, { kind: 'voice', voiceId, clientId })).status).toBe(200)
    expect(await chat.creditsOf(ana)).toBe(credits - VOICE)
    const own = await uploaded(ana, ben)
    for (const attempt of [
      await chat.post(ana, ben, { kind: 'voice', voiceId }),
      await chat.post(ben, ana, { kind: 'voice', voiceId: own.id }),
      await chat.post(ana, cem, { kind: 'voice', voiceId: own.id }),
      await chat.post(ana, ben, { kind: 'voice', voiceId: unknownId }),
    ])
      expect([attempt.status, attempt.error?.code]).toEqual([404, 'chat.voice_not_found'])
    // Nor as a photo, which has other files.
    expect((await chat.post(ana, ben, { kind: 'photo', photoId: own.id })).error?.code).toBe('chat.photo_not_found')
    expect(await statusOf(own.id, ana)).toBe(200)
    expect(
      (await site.app.inject({ url: `/chat-photos/${own.id}/large`, headers: { cookie: ana.cookie } })).statusCode,
    ).toBe(404)
    expect(await chat.creditsOf(ana)).toBe(credits - VOICE)
  })

  test('without enough credits, or above the price that was shown, nothing is sent or charged', async () => {
    const ana = await chat.build({ credits: VOICE - 1 })
    const ben = await chat.build({ name: 'Ben' })
    const { id: voiceId } = await uploaded(ana, ben)
    const poor = await chat.post(ana, ben, { kind: 'voice', voiceId })
    expect([poor.status, poor.error?.code]).toEqual([402, 'credits.insufficient'])
    const own = await uploaded(ben, ana)
    const dear = await chat.post(ben, ana, { kind: 'voice', voiceId: own.id, maxPrice: VOICE - 1 })
    expect(dear.error?.code).toBe('chat.price_changed')
    expect([await chat.creditsOf(ana), await chat.creditsOf(ben)]).toEqual([VOICE - 1, 100])
  })

  test('what is no recording, too long or too large is not taken', async () => {
    const [ana, ben] = await chat.pair()
    const upload = async (file: Blob, body?: Parameters<typeof chat.uploadVoice>[3]) => {
      const { status, error } = await chat.uploadVoice(ana, ben, file, body)
      return [status, error?.code]
    }
    expect(await upload(new Blob(['<!doctype html>']))).toEqual([415, 'chat.voice_not_audio'])
    expect(await upload(new Blob([sampleRecording(VOICE_MAX_BYTES + 1)]))).toEqual([413, 'chat.voice_too_large'])
    expect(await upload(recording, { durationMs: VOICE_MAX_MS + 1 })).toEqual([400, 'request.invalid'])
    expect(await upload(recording, { peaks: [1, 2, 3] })).toEqual([400, 'request.invalid'])
    expect(await upload(recording, { peaks: Array.from({ length: 48 }, () => 101) })).toEqual([400, 'request.invalid'])
    const rows = await site.context.db
      .selectFrom('chatUploads')
      .select('id')
      .where('senderId', '=', ana.userId)
      .execute()
    expect(rows).toEqual([])
  })

  test('is not taken for oneself, logged out, or after a block, which ends the earlier ones', async () => {
    const [ana, ben] = await chat.pair()
    expect((await chat.uploadVoice(ana, ana, recording)).error?.code).toBe('chat.self')
    expect((await chat.uploadVoice({ ...ana, cookie: '' }, ben, recording)).status).toBe(403)
    const { voiceId } = await sent(ana, ben)
    await chat.block(ben, ana)
    expect((await chat.uploadVoice(ana, ben, recording)).error?.code).toBe('moderation.blocked')
    expect((await chat.uploadVoice(ben, ana, recording)).error?.code).toBe('chat.partner_blocked')
    for (const member of [ana, ben]) expect(await statusOf(voiceId, member)).toBe(404)
  })

  test('that is not sent in time is deleted with its file', async () => {
    const [ana, ben] = await chat.pair()
    const { id } = await uploaded(ana, ben)
    const file = await fileOf(id)
    site.clock.advance(UNSENT_CHAT_PHOTO_MS + 1)
    await site.context.jobs.enqueue(site.context.db, clearMessages, {})
    await site.context.jobs.runDue()
    expect(await isStored(file)).toBe(false)
    expect((await chat.post(ana, ben, { kind: 'voice', voiceId: id })).error?.code).toBe('chat.voice_not_found')
  })

  test('goes with its message, for one who deletes the conversation, and when it is too old', async () => {
    const [ana, ben] = await chat.pair()
    const gone = await sent(ana, ben)
    const file = await fileOf(gone.voiceId)
    expect((await chat.unsend(ana, gone.conversationId, gone.seq)).reply?.message.kind).toBe('deleted')
    await site.context.jobs.runDue()
    expect(await isStored(file)).toBe(false)

    const { voiceId, conversationId } = await sent(ana, ben)
    await chat.remove(ben, conversationId)
    expect([await statusOf(voiceId, ana), await statusOf(voiceId, ben)]).toEqual([200, 404])
    site.clock.advance(HISTORY_DAYS * DAY + 1)
    expect(await statusOf(voiceId, ana)).toBe(404)
  })

  test('that is reported is copied, stays when its sender deletes it, and is part of the case', async () => {
    const [ana, ben] = await chat.pair()
    const { conversationId, seq } = await sent(ana, ben)
    const form = { clientId: randomUUID(), profileId: ana.profileId, photoId: null, text: '', isBlocking: false }
    const body = { ...form, reason: 'harassment' as const, message: { conversationId, seq } }
    expect((await site.call(reportProfile, { body }, ben)).status).toBe(200)
    await chat.unsend(ana, conversationId, seq)
    const row = await site.context.db
      .selectFrom('reportAttachments as a')
      .innerJoin('reports as r', 'r.id', 'a.reportId')
      .innerJoin('moderationCases as c', 'c.id', 'r.caseId')
      .select(['a.id', 'a.mediaType', 'a.durationMs', 'a.width', 'c.reference'])
      .where('r.reportedId', '=', ana.userId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ mediaType: 'audio/webm', durationMs: 4200, width: null })
    const { content, type } = await openCaseImage(site.context, { reference: row.reference, imageId: row.id })
    expect(type).toBe('audio/webm')
    expect(await buffer(content)).toEqual(sampleRecording())
  })

  test('the file of all data has the voice messages that the member sent', async () => {
    const [ana, ben] = await chat.pair()
    const { voiceId } = await sent(ana, ben)
    const entries = await archiveEntries(site.context, { userId: ana.userId, siteName: 'Site' })
    const entry = entries.find(({ path }) => path === `voice-messages/${voiceId}.webm`)
    expect(entry && (await buffer(await entry.open()))).toEqual(sampleRecording())
    const paths = await archiveEntries(site.context, { userId: ben.userId, siteName: 'Site' })
    expect(paths.map(({ path }) => path)).not.toContain(`voice-messages/${voiceId}.webm`)
  })
})

test('an erased member takes the voice messages of both, with their files', async () => {
  const [ana, ben] = await chat.pair()
  const files = [await fileOf((await sent(ana, ben)).voiceId), await fileOf((await sent(ben, ana)).voiceId)]
  const { db, transaction, jobs } = site.context
  await transaction(async (tx) => {
    for (const key of await deleteConversations(tx, ana.userId)) await clearUpload({ jobs }, tx, key)
  })
  await jobs.runDue()
  for (const file of files) expect(await isStored(file)).toBe(false)
  expect(await db.selectFrom('chatUploads').select('id').where('senderId', '=', ana.userId).execute()).toEqual([])
})
