import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/exports/calls.ts'
import { exportUrl } from '#contract/exports/export-url.ts'
import { swipeMember } from '#contract/games/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { addVisit } from '#contract/profiles/visit-calls.ts'
import { setSpendingLimit } from '#contract/payments/calls.ts'
import { EXPORT_DAYS, EXPORTS_PER_DAY } from '#contract/limits.ts'
import { sendComplaint } from '#contract/pages/calls.ts'
import { DAY } from '#contract/time.ts'
import { photoFile } from '#server/features/profiles/photo-files.ts'
import { saveRequest } from '#server/features/profiles/photos/photo-request-queries.ts'
import { selfieFile } from '#server/features/profiles/selfie-file.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { clearFailed } from '#server/platform/jobs/clear-failed.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { buildDebit } from '#tests/support/debits.ts'
import { filesOfZip } from '#tests/support/zip.ts'
import { writeExport } from './build-export.ts'
import { exportFile } from './export-file.ts'
import { clearExpiredExports } from './jobs.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:4500' } })
})
afterAll(() => site.close())

const request = (member: Member) => site.call(contract.requestExport, {}, member)
const latest = async (member: Member) => (await site.call(contract.getExport, {}, member)).reply
const download = (id: string, { cookie }: { cookie: string }) =>
  site.app.inject({ url: exportUrl(id), headers: { cookie } })

async function idOf(member: Member) {
  return (await latest(member))?.export?.id ?? ''
}

/** Requests an export, builds it and returns its files. */
async function exportOf(member: Member) {
  expect((await request(member)).status).toBe(200)
  await site.context.jobs.runDue()
  const { statusCode, rawPayload, headers } = await download(await idOf(member), member)
  expect(statusCode).toBe(200)
  const files = filesOfZip(rawPayload)
  const json = (name: string) => JSON.parse(String(files.get(`${name}.json`)))
  return { files, json, headers }
}

async function storePhotos({ userId }: Member) {
  const { db, storage } = site.context
  const photos = await db.selectFrom('photos').select('storageKey').where('userId', '=', userId).execute()
  for (const { storageKey } of photos)
    await storage.put(photoFile(storageKey, 'large'), Buffer.from(`bytes of ${storageKey}`), {
      contentType: 'image/webp',
    })
}

/** A card that the provider keeps for the member. */
async function storeCard({ userId }: Member) {
  const secrets = { customerRef: 'customer-of-the-card', token: 'token-of-the-card' }
  const card = { id: 'the-card', userId, provider: 'sandbox', method: 'visa', label: 'Visa •••• 4242', ...secrets }
  await site.context.db
    .insertInto('storedMethods')
    .values({ ...card, createdAt: site.clock.now() })
    .execute()
}

describe('the archive', () => {
  test('contains everything of the member in readable JSON, and the photos', async () => {
    const { build, say } = chatOn(site)
    const member = await build({
      name: 'Ilse',
      about: 'Sailing & “cake”',
      intention: 'friends',
      answers: [{ prompt: 'learning', text: 'Knots' }],
      photos: ['public', 'private'],
    })
    const friend = await build({ name: 'Ferdinand', about: 'A secret of Ferdinand', photos: ['private'] })
    await storePhotos(member)
    await say(member, friend, 'Hello Ferdinand\n"quoted" \u{1F382}')
    await say(friend, member, 'Hello Ilse')
    await site.call(likeProfile, { params: { profileId: member.profileId } }, friend)
    const { orderId } = await buildDebit(site, member)
    await site.call(setSpendingLimit, { body: { amountMinor: 9000 } }, member)
    await site.call(swipeMember, { params: { profileId: friend.profileId }, body: { choice: 'pass' } }, member)
    await storeCard(member)
    const complaint = { clientId: randomUUID(), topic: 'other', name: 'Ilse', text: 'The cake was a lie.' } as const
    await site.call(sendComplaint, { body: { ...complaint, email: member.email, language: 'en' } })
    const { files, json, headers } = await exportOf(member)

    expect(headers['content-disposition']).toMatch(/^attachment; filename="my-data-[\d-]{10}\.zip"$/)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(json('account')).toMatchObject({ email: member.email, language: 'en', consents: [{ kind: 'membership' }] })
    expect(json('account').sessions).toHaveLength(1)
    expect(json('profile')).toMatchObject({
      id: member.profileId,
      name: 'Ilse',
      about: 'Sailing & “cake”',
      intention: 'friends',
      answers: [{ prompt: 'learning', text: 'Knots' }],
    })
    expect(json('likes')).toMatchObject([{ name: 'Ferdinand', givenAt: null, receivedAt: expect.any(String) }])
    expect(json('swipes')).toMatchObject([{ name: 'Ferdinand', isLike: false, swipedAt: expect.any(String) }])
    expect(json('conversations')).toMatchObject([
      {
        with: { profileId: friend.profileId, name: 'Ferdinand' },
        messages: [
          { from: 'me', kind: 'text', text: 'Hello Ferdinand\n"quoted" \u{1F382}' },
          { from: 'partner', text: 'Hello Ilse' },
        ],
      },
    ])
    expect(json('credits')).toMatchObject({ balance: 98, entries: [{ amount: 100 }, { amount: -2, balanceAfter: 98 }] })
    expect(json('orders')).toMatchObject([{ id: orderId, method: 'sdd', receipts: [] }])
    expect(json('mandates')).toMatchObject([{ orderId, holder: 'Zoë Müller', iban: 'NL91ABNA0417164300' }])
    expect(json('stored-method')).toEqual({
      method: 'visa',
      label: 'Visa •••• 4242',
      provider: 'sandbox',
      createdAt: expect.any(String),
    })
    expect(json('complaints')).toMatchObject([{ topic: 'other', name: 'Ilse', text: 'The cake was a lie.' }])
    expect([...files.values()].map(String).join()).not.toContain('token-of-the-card')
    expect(json('spending-limit')).toMatchObject({ amountMinor: 9000, currency: 'EUR' })
    expect(json('photos').map(({ id }: { id: string }) => id)).toEqual(member.photoIds)
    for (const id of member.photoIds) expect(String(files.get(`photos/${id}.webp`))).toMatch(/^bytes of /)
    expect(String(files.get('README.txt'))).toContain('Your data from Rendezvous')
  })

  test('has a selfie that waits, under the name that its text says, and what is known about it', async () => {
    const { db, storage } = site.context
    const member = await chatOn(site).build({ photos: ['public'] })
    const at = site.clock.now()
    const selfie = { publicId: newPublicId(), state: 'waiting', pose: 'thumb_up', storageKey: 'key-of-the-selfie' }
    await db
      .insertInto('verifications')
      .values({ userId: member.userId, ...selfie, poseUntil: at, sentAt: at })
      .execute()
    await storage.put(selfieFile(selfie.storageKey), Buffer.from('bytes of the selfie'), { contentType: 'image/webp' })
    const { files, json } = await exportOf(member)
    expect(json('verification')).toEqual({
      state: 'waiting',
      pose: 'thumb_up',
      sentAt: at.toISOString(),
      rejection: null,
      decidedAt: null,
    })
    expect(String(files.get('selfie.webp'))).toBe('bytes of the selfie')
    expect(String(files.get('README.txt'))).toContain('selfie.webp')
  })

  test('contains no secrets and nothing that other members did not show', async () => {
    const { build, say, block, remove } = chatOn(site)
    const member = await build()
    const partner = await build({ name: 'Hidden Helga', email: 'helga@example.com', about: 'Helga’s own words' })
    const blocker = await build({ name: 'Blocking Berta' })
    await say(partner, member, 'Was deleted by the reader')
    const conversationId = await say(member, partner, 'My own words')
    await remove(member, conversationId)
    await say(blocker, member, 'Before the block')
    await say(member, blocker, 'My answer')
    await block(blocker, member)
    const { files, json } = await exportOf(member)
    const everything = [...files.values()].map(String).join('\n')
    for (const secret of ['helga@', 'Helga’s own', 'Was deleted', 'Before the block', 'Blocking Berta', '$argon2id'])
      expect(everything).not.toContain(secret)
    expect(everything).not.toMatch(/hash/i)
    for (const { userId } of [member, partner, blocker]) expect(everything).not.toContain(String(userId))
    const texts = json('conversations').flatMap(({ messages }: { messages: { text: string }[] }) =>
      messages.map(({ text }) => text),
    )
    expect(texts.toSorted()).toEqual(['My answer', 'My own words'])
  })

  test.each(['in invisible mode', 'who left'])('does not name a member %s', async (state) => {
    const { build, block } = chatOn(site)
    const member = await build()
    const hidden = await build({ name: 'Hidden Helga', photos: ['public', 'on_request', 'private'] })
    const params = { profileId: hidden.profileId }
    await site.call(likeProfile, { params }, member)
    await site.call(addVisit, { params }, member)
    await site.call(requestPhotos, { params }, member)
    const [, , photoId = ''] = hidden.photoIds
    expect((await site.call(unlockPhoto, { params: { photoId }, body: {} }, member)).status).toBe(200)
    const passed = await build({ name: 'Passed Petra' })
    await site.call(swipeMember, { params: { profileId: passed.profileId }, body: { choice: 'pass' } }, member)
    const fan = await build({ name: 'Asking Anton' })
    await site.context.transaction((tx) =>
      saveRequest(tx, { ownerId: member.userId, memberId: fan.userId, at: site.clock.now() }),
    )
    const blocked = await build({ name: 'Blocked Berta' })
    await block(member, blocked)
    const { db } = site.context
    const change = db.updateTable('users').set({ deletedAt: site.clock.now() })
    const left = state === 'who left' ? [hidden, passed, fan, blocked] : []
    const invisible = state === 'who left' ? [] : [hidden, passed, fan]
    for (const { userId } of left) await change.where('id', '=', userId).execute()
    for (const { userId } of invisible)
      await db.updateTable('profiles').set({ isInvisible: true }).where('userId', '=', userId).execute()
    const { files } = await exportOf(member)
    const everything = [...files.values()].map(String).join('\n')
    const leaks = [...left, ...invisible].filter(({ name, profileId, photoIds }) =>
      [name, profileId, ...photoIds].some((text) => everything.includes(text)),
    )
    expect(leaks.map(({ name }) => name)).toEqual([])
  })

  test('contains all of more messages than one query fetches, in their order', async () => {
    const { build, say } = chatOn(site)
    const [member, friend] = [await build(), await build()]
    await say(member, friend, 'message 1')
    await site.context.database.pool.query(
      `insert into messages (conversation_id, seq, sender_id, kind, body, client_id, sent_at)
       select conversation_id, 1 + n, $1, 'text', 'message ' || 1 + n, gen_random_uuid(), $2
       from conversation_members, generate_series(1, 1000) n where user_id = $1`,
      [member.userId, site.clock.now()],
    )
    const { json } = await exportOf(member)
    expect(json('conversations')[0].messages.map(({ text }: { text: string }) => text)).toEqual(
      Array.from({ length: 1001 }, (_, index) => `message ${index + 1}`),
    )
  })
})

describe('an export', () => {
  test('is built by a job, with its progress, and reported by a mail that names no file', async () => {
    const member = await chatOn(site).build({ language: 'fr' })
    expect((await request(member)).reply).toMatchObject({ export: { status: 'waiting', percent: 0 }, left: 0 })
    // The mail may be sent, and gone from the queue, by the same run.
    const send = vi.spyOn(site.context.mail, 'send')
    await site.context.jobs.runDue()
    expect(await latest(member)).toMatchObject({ export: { status: 'ready', percent: 100 }, left: EXPORTS_PER_DAY - 1 })
    const asked = send.mock.lastCall?.[1]
    const mail = asked && (await site.context.mail.build(asked))
    expect(mail).toMatchObject({
      template: 'exportReady',
      language: 'fr',
      props: { url: 'http://localhost:4500/notifications/data' },
    })
    const { rows } = await site.context.database.pool.query(
      `select payload::text as text from graphile_worker._private_jobs`,
    )
    expect(rows.map(({ text }) => text).join('')).not.toContain(member.email)
  })

  test('is one at a time and a few a day, also when requested at once', async () => {
    const member = await chatOn(site).build()
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(member)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'exports.in_progress')).toHaveLength(5)
    await site.context.jobs.runDue()
    await exportOf(member)
    expect((await request(member)).error).toMatchObject({ code: 'exports.too_many', params: { max: EXPORTS_PER_DAY } })
    site.clock.advance(DAY)
    expect((await request(member)).status).toBe(200)
    await site.context.jobs.runDue()
  })

  test('is downloaded by its owner only', async () => {
    const [member, other] = [await chatOn(site).build(), await chatOn(site).build()]
    await exportOf(member)
    const id = await idOf(member)
    const answers = [await download(id, other), await download('bcdfghjkmnpqrs', other), await download('x', other)]
    expect(answers.map(({ statusCode, json }) => [statusCode, json().error.code])).toEqual(
      Array.from({ length: 3 }, () => [404, 'exports.not_found']),
    )
    expect((await download(id, { cookie: '' })).json().error.code).toBe('authentication_required')
  })

  test('ends after its days: no download, no file, no row', async () => {
    const { context, clock } = site
    const member = await chatOn(site).build()
    await exportOf(member)
    const id = await idOf(member)
    clock.advance(EXPORT_DAYS * DAY)
    expect((await download(id, member)).statusCode).toBe(404)
    expect((await latest(member))?.export).toBeNull()
    await context.jobs.enqueue(context.db, clearExpiredExports, {})
    await context.jobs.runDue()
    expect(await context.storage.open(exportFile(id))).toBeNull()
    expect(
      await context.db.selectFrom('dataExports').selectAll().where('userId', '=', member.userId).execute(),
    ).toEqual([])
  })

  test('that cannot be built is reported as failed, and can be requested again', async () => {
    const member = await chatOn(site).build()
    const put = vi.spyOn(site.context.storage, 'put').mockRejectedValueOnce(new Error('disk full'))
    await request(member)
    await site.context.jobs.runDue()
    expect(await latest(member)).toMatchObject({ export: { status: 'failed' }, left: EXPORTS_PER_DAY - 1 })
    put.mockRestore()
    await exportOf(member)
  })

  test('that could not be stored leaves nothing that a stop of the process would break on', async () => {
    const { context } = site
    const member = await chatOn(site).build()
    await request(member)
    const exportId = await idOf(member)
    let archive: Readable | undefined
    const put = vi.spyOn(context.storage, 'put').mockImplementationOnce(async (_key, body) => {
      archive = body as Readable
      throw new Error('disk full')
    })
    const stopping = new AbortController()
    await expect(writeExport(context, { exportId, signal: stopping.signal })).rejects.toThrow('disk full')
    put.mockRestore()
    stopping.abort()
    expect([archive?.destroyed, archive?.errored]).toEqual([true, null])
    // The job itself is still due.
    await context.jobs.runDue()
  })

  test('leaves no file when the account is erased while it is built', async () => {
    const { context } = site
    const member = await chatOn(site).build()
    await request(member)
    const id = await idOf(member)
    const { put } = context.storage
    const spy = vi.spyOn(context.storage, 'put').mockImplementationOnce(async (key, body, options) => {
      await context.db.deleteFrom('users').where('id', '=', member.userId).execute()
      await put(key, body, options)
    })
    await context.jobs.runDue()
    expect(spy).toHaveBeenCalledOnce()
    spy.mockRestore()
    expect(await context.storage.open(exportFile(id))).toBeNull()
  })

  test('that no process survives fails in the end, and the member can request another', async () => {
    const { context } = site
    const member = await chatOn(site).build()
    await request(member)
    // The state that is left when each process that ran the job was killed.
    await context.database.pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'exportId' = $1`,
      [await idOf(member)],
    )
    const put = vi.spyOn(context.storage, 'put')
    await context.jobs.enqueue(context.db, clearFailed, {})
    await context.jobs.runDue()
    await context.jobs.runDue()
    expect(put).not.toHaveBeenCalled()
    put.mockRestore()
    expect(await latest(member)).toMatchObject({ export: { status: 'failed' } })
    expect((await request(member)).status).toBe(200)
    await context.jobs.runDue()
  })

  test('that cannot be built while the file store is away is reported as failed at once', async () => {
    const { context } = site
    const member = await chatOn(site).build()
    await request(member)
    const away = new Error('the store is away')
    const spies = [
      vi.spyOn(context.storage, 'put').mockRejectedValueOnce(away),
      vi.spyOn(context.storage, 'delete').mockRejectedValueOnce(away),
    ]
    await context.jobs.runDue()
    for (const spy of spies) spy.mockRestore()
    expect(await latest(member)).toMatchObject({ export: { status: 'failed' } })
  })

  test('is built again from the start by the next process when the first one stops', async () => {
    const { context } = site
    const member = await chatOn(site).build()
    await request(member)
    // Reads a part of the archive and dies.
    const spy = vi.spyOn(context.storage, 'put').mockImplementationOnce(async (_key, body) => {
      if (body instanceof Readable) for await (const _part of body) break
      await new Promise(() => {})
    })
    const run = context.jobs.runDue()
    await expect.poll(() => spy.mock.calls.length).toBe(1)
    spy.mockRestore()
    // What `dead-workers.ts` does for a worker that is gone.
    await context.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null where payload ->> 'exportId' = $1`,
      [await idOf(member)],
    )
    await context.jobs.runDue()
    expect(await latest(member)).toMatchObject({ export: { status: 'ready' } })
    void run
  })
})

test('memory holds a small part of a large archive', async () => {
  const { context } = site
  const member = await chatOn(site).build({ photos: ['public'] })
  const size = 64 * 1024 * 1024
  let isRead = 0
  const open = vi.spyOn(context.storage, 'open').mockImplementation(async () => ({
    size,
    stream: Readable.from(
      (async function* () {
        for (; isRead < size; isRead += 1024 * 1024) yield Buffer.alloc(1024 * 1024, isRead)
      })(),
    ),
  }))
  let most = 0
  const put = vi.spyOn(context.storage, 'put').mockImplementationOnce(async (_key, body) => {
    if (!(body instanceof Readable)) throw new TypeError('not a stream')
    let written = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      written += chunk.length
      most = Math.max(most, isRead - written)
    }
  })
  await request(member)
  await context.jobs.runDue()
  expect(isRead).toBe(size)
  expect(most).toBeLessThan(8 * 1024 * 1024)
  open.mockRestore()
  put.mockRestore()
})
