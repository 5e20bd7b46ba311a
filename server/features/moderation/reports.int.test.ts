import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  CASE_HOLD_DAYS,
  REPORT_ATTACHMENTS,
  REPORT_ATTACHMENT_MS,
  REPORT_TEXT_MAX_LENGTH,
  REPORTS_PER_DAY,
} from '#contract/limits.ts'
import { getMember, removePhoto } from '#contract/profiles/calls.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import type { ReportForm } from '#contract/moderation/schemas.ts'
import { DAY, HOUR, SECOND } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { askedMails } from '#tests/support/mails.ts'
import { sampleImage, upload } from '#tests/support/sample-images.ts'
import { eraseHeld } from './jobs.ts'
import { attachmentFile } from './report-files.ts'

let site: TestApp
let anna: Member
let bob: Member
const images: Uint8Array<ArrayBuffer>[] = []

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
  for (const colour of ['#111', '#222', '#333', '#444']) images.push(new Uint8Array(await sampleImage({ colour })))
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await buildMember(site.context, { name: 'Anna', language: 'fr' })
  bob = await buildMember(site.context, { name: 'Bob', gender: 'male' })
})

let callers = 0

/** Each report comes from another address, except where the limit of an address is tested. */
function report(change: Partial<ReportForm> = {}, reporter: Member | undefined = anna) {
  callers += 1
  const form = { clientId: randomUUID(), profileId: bob.profileId, photoId: null, text: '', isBlocking: false }
  const headers = { 'x-forwarded-for': `198.51.${callers >> 8}.${callers & 255}` }
  const body = { reason: 'scam' as const, ...form, ...change }
  return site.call(reportProfile, { body }, { ...(reporter && { cookie: reporter.cookie }), headers })
}

function attach(
  reportId: string,
  { member = anna, file = images[0] }: { member?: Member; file?: Uint8Array<ArrayBuffer> | undefined } = {},
) {
  return upload(site.app, {
    url: `/api/reports/${reportId}/attachments`,
    cookie: member.cookie,
    data: {},
    ...(file && { file }),
  })
}

/** Uploads a photo of Bob. Returns its public id. */
async function addPhoto(visibility: 'public' | 'private' = 'public') {
  const file = images[0]
  const { cookie } = bob
  const added = await upload(site.app, { url: '/api/photos', cookie, data: { visibility }, ...(file && { file }) })
  return added.json<{ photo: { id: string } }>().photo.id
}

function rowsOf(reporter: Member) {
  return site.context.db.selectFrom('reports').selectAll().where('reporterId', '=', reporter.userId).execute()
}

async function isStored(storageKey: string) {
  const file = await site.context.storage.open(attachmentFile(storageKey))
  file?.stream.destroy()
  return file !== null
}

/** Returns the storage keys of all stored images of reports and cases. */
async function storedCopies() {
  const names = await readdir(join(site.context.config.dataDir, 'photos'), { recursive: true })
  return names.filter((name) => basename(name) === 'report.webp').map((name) => basename(dirname(name)))
}

const attachments = () => site.context.db.selectFrom('reportAttachments').selectAll().execute()

/** Returns the storage keys that reports and cases use. */
async function usedCopies() {
  const evidence = site.context.db
    .selectFrom('moderationEvidence')
    .select('storageKey')
    .where('storageKey', 'is not', null)
  return [...(await attachments()), ...(await evidence.execute())].map(({ storageKey }) => storageKey)
}

describe('a report', () => {
  test('is stored for review, and its receipt is mailed without naming anyone', async () => {
    const { reply } = await report({ reason: 'harassment', text: 'Someone wrote <b>rude</b> things.' })
    const [row] = await rowsOf(anna)
    expect(row).toMatchObject({ reportedId: bob.userId, target: 'profile', reason: 'harassment', status: 'open' })
    expect(row?.body).toBe('Someone wrote <b>rude</b> things.')
    const [mail] = await askedMails(site.context, anna.email)
    expect(mail).toMatchObject({ template: 'reportReceipt', language: 'fr', props: { reportId: reply?.report.id } })
    expect(JSON.stringify(mail)).not.toMatch(/Bob|rude/)
    expect(await askedMails(site.context, bob.email)).toEqual([])
  })

  test('can be about a photo of that profile', async () => {
    const photoId = await addPhoto()
    await report({ photoId, reason: 'nudity' })
    expect((await rowsOf(anna))[0]).toMatchObject({ target: 'photo', photoId })
    const carl = await buildMember(site.context, { photos: ['public'] })
    const foreign = await report({ photoId: carl.photoIds[0] ?? '' })
    expect(foreign.error?.code).toBe('profiles.photo_not_found')
  })

  test('sent again with the same client id is stored once', async () => {
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 4 }, () => report({ clientId })))
    expect(new Set(answers.map(({ reply }) => reply?.report.id)).size).toBe(1)
    expect(await rowsOf(anna)).toHaveLength(1)
    expect(await askedMails(site.context, anna.email)).toHaveLength(1)
  })

  test('sent again after its photo was deleted or the member left returns the same receipt', async () => {
    const form = { clientId: randomUUID(), photoId: await addPhoto() }
    const first = await report(form)
    await site.call(removePhoto, { params: { photoId: form.photoId } }, bob)
    expect((await report(form)).reply).toEqual(first.reply)
    await site.context.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', bob.userId).execute()
    expect((await report(form)).reply).toEqual(first.reply)
  })

  test('can block the member in one step', async () => {
    await report({ isBlocking: true })
    const answer = await site.call(getMember, { params: { profileId: anna.profileId } }, bob)
    expect(answer.error?.code).toBe('moderation.blocked')
  })

  test('blocks the member also when only its repetition asks for that', async () => {
    const form = { clientId: randomUUID() }
    const first = await report(form)
    expect((await report({ ...form, isBlocking: true })).reply).toEqual(first.reply)
    const answer = await site.call(getMember, { params: { profileId: anna.profileId } }, bob)
    expect(answer.error?.code).toBe('moderation.blocked')
    expect(await rowsOf(anna)).toHaveLength(1)
  })

  test('is possible about a member who blocked the reporter, and about a partner who left', async () => {
    const { block, build, say } = chatOn(site)
    await block(bob, anna)
    expect((await report()).status).toBe(200)
    const [ana, ben] = [await build(), await build()]
    await say(ben, ana)
    await site.context.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', ben.userId).execute()
    expect((await report({ profileId: ben.profileId }, ana)).status).toBe(200)
    expect((await report({ profileId: ben.profileId })).error?.code).toBe('profiles.not_found')
  })

  test('needs a session, another member, and a text for another reason', async () => {
    const { error } = await site.call(reportProfile, {
      body: {
        clientId: randomUUID(),
        profileId: bob.profileId,
        photoId: null,
        reason: 'spam',
        text: '',
        isBlocking: false,
      },
    })
    expect(error?.code).toBe('authentication_required')
    expect((await report({ profileId: anna.profileId })).error?.code).toBe('moderation.report_self')
    expect((await report({ profileId: '22222222222222' })).error?.code).toBe('profiles.not_found')
    expect((await report({ reason: 'other', text: ' \u0007 ' })).error?.code).toBe('moderation.report_text_required')
    expect((await report({ text: 'x'.repeat(REPORT_TEXT_MAX_LENGTH + 1) })).error?.code).toBe('profiles.text_too_long')
    expect((await report({ reason: 'revenge' as 'other' })).error?.code).toBe('request.invalid')
    expect((await report({ profileId: '../../etc' })).error?.code).toBe('request.invalid')
    expect(await rowsOf(anna)).toEqual([])
  })

  test('is rejected above the number of a day, also when 50 arrive at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => report()))
    const codes = answers.map(({ status, error }) => (status === 200 ? 'ok' : error?.code))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(REPORTS_PER_DAY)
    expect(codes.filter((code) => code === 'moderation.report_limit')).toHaveLength(50 - REPORTS_PER_DAY)
    site.clock.advance(DAY + SECOND)
    expect((await report()).status).toBe(200)
  })
})

describe('attachments', () => {
  test('are decoded and stored where no address of the site leads', async () => {
    const id = (await report()).reply?.report.id ?? ''
    expect((await attach(id)).json()).toEqual({ count: 1 })
    const row = (await attachments()).at(-1)
    expect(await isStored(row?.storageKey ?? '')).toBe(true)
    const { statusCode } = await site.app.inject({
      url: `/photos/${row?.storageKey}/report.webp`,
      headers: { cookie: anna.cookie },
    })
    expect(statusCode).toBe(404)
  })

  test('have a limit, and the same file counts once', async () => {
    const id = (await report()).reply?.report.id ?? ''
    const before = (await attachments()).length
    for (const file of [images[0], images[0], images[1], images[2]])
      expect((await attach(id, { file })).statusCode).toBe(200)
    expect((await attach(id, { file: images[3] })).json().error.code).toBe('moderation.report_attachments_full')
    expect(await attachments()).toHaveLength(before + REPORT_ATTACHMENTS)
  })

  test('must be images, of an own report, and come soon', async () => {
    const id = (await report()).reply?.report.id ?? ''
    const text = new TextEncoder().encode('<script>alert(1)</script>')
    expect((await attach(id, { file: text })).json().error.code).toBe('profiles.photo_not_an_image')
    expect((await attach(id, { member: bob })).json().error.code).toBe('moderation.report_not_found')
    expect((await attach('22222222222222')).json().error.code).toBe('moderation.report_not_found')
    site.clock.advance(REPORT_ATTACHMENT_MS + SECOND)
    expect((await attach(id)).json().error.code).toBe('moderation.report_not_found')
  })
})

describe('a report of a photo', () => {
  test('has a copy of the photo, which stays when its owner deletes it', async () => {
    const before = (await attachments()).length
    const photoId = await addPhoto()
    expect((await report({ photoId })).status).toBe(200)
    await site.call(removePhoto, { params: { photoId } }, bob)
    await site.context.jobs.runDue()
    const copies = (await attachments()).slice(before)
    expect(copies).toMatchObject([{ width: 600, height: 800 }])
    expect(await isStored(copies[0]?.storageKey ?? '')).toBe(true)
  })

  test('has a copy that is not one of the images that the member can attach', async () => {
    const reportId = (await report({ photoId: await addPhoto() })).reply?.report.id ?? ''
    const counts = []
    for (const file of images.slice(1)) counts.push((await attach(reportId, { file })).json())
    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: REPORT_ATTACHMENTS }])
    const more = new Uint8Array(await sampleImage({ colour: '#555' }))
    expect((await attach(reportId, { file: more })).json().error.code).toBe('moderation.report_attachments_full')
  })

  test('is one report with one copy when it is sent four times at once, and no other file stays', async () => {
    const before = (await attachments()).length
    const form = { clientId: randomUUID(), photoId: await addPhoto() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => report(form)))
    expect(new Set(answers.map(({ reply }) => reply?.report.id)).size).toBe(1)
    await site.call(removePhoto, { params: { photoId: form.photoId } }, bob)
    site.clock.advance(2 * HOUR)
    await site.context.jobs.runDue()
    expect(new Set(await storedCopies())).toEqual(new Set(await usedCopies()))
    expect(await attachments()).toHaveLength(before + 1)
  })

  test('of a locked photo returns nothing of it', async () => {
    const photoId = await addPhoto('private')
    const { status, reply } = await report({ photoId })
    expect([status, Object.keys(reply?.report ?? {})]).toEqual([200, ['id', 'createdAt']])
    const { storageKey = '' } = (await attachments()).at(-1) ?? {}
    for (const url of [`/photos/${photoId}/large`, `/photos/${storageKey}/large`, `/photos/${storageKey}/report.webp`])
      expect((await site.app.inject({ url, headers: { cookie: anna.cookie } })).statusCode).toBe(404)
  })
})

describe('a report of a message', () => {
  test('has a copy of the message, which stays when its sender deletes it', async () => {
    const calls = chatOn(site)
    const [ana, ben] = await calls.pair()
    const conversationId = await calls.say(ben, ana, 'Something <b>rude</b>')
    const message = { conversationId, seq: 1 }
    const { reply } = await report({ profileId: ben.profileId, message, isBlocking: true }, ana)
    expect(reply?.report.id).toEqual(expect.any(String))
    await calls.unsend(ben, conversationId, 1)
    const [row] = await rowsOf(ana)
    expect(row).toMatchObject({
      target: 'message',
      reportedId: ben.userId,
      messageSeq: 1,
      messageCopy: { kind: 'text', body: 'Something <b>rude</b>' },
    })
    await site.context.transaction((tx) => emit(tx, accountErased, { userId: ben.userId }))
    expect((await rowsOf(ana))[0]).toMatchObject({ messageCopy: { body: 'Something <b>rude</b>' } })
  })

  test('that is sent again after it blocked the sender returns the same receipt', async () => {
    const calls = chatOn(site)
    const [ana, ben] = await calls.pair()
    const message = { conversationId: await calls.say(ben, ana), seq: 1 }
    const form = { clientId: randomUUID(), profileId: ben.profileId, message, isBlocking: true }
    const first = await report(form, ana)
    expect((await report(form, ana)).reply).toEqual(first.reply)
    expect(await rowsOf(ana)).toHaveLength(1)
  })

  test('with a photo keeps a copy of the file, which is not one of the images that its receiver can attach', async () => {
    const calls = chatOn(site)
    const [ana, ben] = await calls.pair()
    const { reply } = await calls.uploadPhoto(ben, ana, new Blob(images.slice(0, 1)))
    const sent = await calls.post(ben, ana, { kind: 'photo', photoId: reply?.photo.id ?? '' })
    const conversationId = sent.reply?.message.conversationId ?? ''
    const before = (await attachments()).length
    const sentReport = await report({ profileId: ben.profileId, message: { conversationId, seq: 1 } }, ana)
    const reportId = sentReport.reply?.report.id ?? ''
    await calls.unsend(ben, conversationId, 1)
    await site.context.jobs.runDue()
    const copies = (await attachments()).slice(before)
    expect(copies).toHaveLength(1)
    expect(await isStored(copies[0]?.storageKey ?? '')).toBe(true)
    const counts = []
    for (const file of images.slice(1)) counts.push((await attach(reportId, { member: ana, file })).json())
    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: REPORT_ATTACHMENTS }])
  })

  test('is for its receiver only, and for messages that they can see', async () => {
    const calls = chatOn(site)
    const [ana, ben] = await calls.pair()
    const eve = await calls.build()
    const conversationId = await calls.say(ben, ana)
    await calls.say(ana, ben)
    const of = (profile: Member, seq: number, reporter: Member) =>
      report({ profileId: profile.profileId, message: { conversationId, seq } }, reporter)
    for (const answer of [await of(ben, 1, eve), await of(ben, 2, ana), await of(ben, 3, ana), await of(eve, 1, ana)])
      expect([answer.status, answer.error?.code]).toEqual([404, 'chat.message_not_found'])
    await calls.remove(ana, conversationId)
    expect((await of(ben, 1, ana)).error?.code).toBe('chat.message_not_found')
    expect(await rowsOf(ana)).toEqual([])
  })
})

// Last: what is enqueued after it is due only by the time of the site, which is ahead of that of the jobs.
test.each(['reporter', 'reported'] as const)(
  'after the erasure of the %s only evidence stays, until its hold ends',
  async (side) => {
    const before = (await attachments()).length
    const id = (await report({ text: 'A text about Bob', photoId: await addPhoto() })).reply?.report.id ?? ''
    await attach(id, { file: images[1] })
    const files = (await attachments()).slice(before)
    expect(files).toHaveLength(2)
    const { userId } = side === 'reporter' ? anna : bob
    await site.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId })
      await tx.deleteFrom('users').where('id', '=', userId).execute()
    })
    await site.context.jobs.runDue()
    const find = () => site.context.db.selectFrom('reports').selectAll().where('publicId', '=', id).executeTakeFirst()
    const row = await find()
    // What the reporter wrote and attached goes with the account; the copy of what was reported does not.
    expect(row).toMatchObject({ body: side === 'reporter' ? '' : 'A text about Bob', reason: 'scam', status: 'open' })
    expect(row?.[side === 'reporter' ? 'reporterId' : 'reportedId']).toBeNull()
    expect(await Promise.all(files.map(({ storageKey }) => isStored(storageKey)))).toEqual([true, side === 'reported'])
    site.clock.advance((CASE_HOLD_DAYS + 1) * DAY)
    await site.context.jobs.enqueue(site.context.db, eraseHeld, {})
    await site.context.jobs.runDue()
    await site.context.jobs.runDue()
    expect(await find()).toMatchObject({ body: '', photoId: null, reason: 'scam' })
    for (const { storageKey } of files) expect(await isStored(storageKey)).toBe(false)
  },
)
