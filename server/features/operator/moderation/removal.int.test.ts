import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REMOVAL_MS } from '#contract/limits.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import { requestRemoval } from '#contract/moderation/removal-calls.ts'
import * as cases from '#contract/operator/moderation/calls.ts'
import { getHealth } from '#contract/operator/overview/calls.ts'
import { getOwnProfile } from '#contract/profiles/calls.ts'
import { HOUR } from '#contract/time.ts'
import { NO_ACCOUNT } from '#server/platform/mail/mail.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { casesOn } from '#tests/support/cases.ts'
import { chatOn } from '#tests/support/chat.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { addPhoto, patternImage } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let bob: Member
let eve: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  bob = await buildMember(site.context, { name: 'Bob', isPremium: true, credits: 50 })
  eve = await buildOperator(site.context, { role: 'moderator' })
})

const add = (member: Member, image: Uint8Array, visibility = 'public') => addPhoto(site, member, { image, visibility })

const address = () => `${randomUUID()}@example.com`
function ask(change: object = {}, from: { cookie?: string } = {}) {
  const form = { place: 'On the profile of Bob', text: '', name: '', email: address(), isDeclared: true as const }
  const body = { clientId: randomUUID(), language: 'fr' as const, ...form, ...change }
  return site.call(requestRemoval, { body }, { ...from, headers: randomAddress() })
}

/** Asks for a removal. Returns the reference of the request, and that of its case. */
async function request(place: string, email = address()) {
  const { reply } = await ask({ place, email })
  const requestId = reply?.request.id ?? ''
  return { requestId, reference: await caseOf(requestId) }
}

const { claim, view, name, decide, read, appeal, caseOf, statementsOf } = casesOn(() => site, {
  by: () => eve,
  outcome: { decision: 'remove_content', violation: 'intimate_images' },
})
const statusOf = async (member: Member, photoId: string) =>
  (await site.call(getOwnProfile, {}, member)).reply?.profile.photos.find(({ id }) => id === photoId)?.status

async function mailsTo(email: string) {
  const mails = await mailsAbout(site.context, { userId: NO_ACCOUNT })
  return mails.filter(({ to }) => to === email)
}

describe('a request to remove an intimate image', () => {
  test('comes first in the queue with a clock, and is receipted and read without log-in', async () => {
    const { photoId } = await add(bob, await patternImage({ seed: 31 }), 'private')
    const email = address()
    const { requestId, reference } = await request(`https://site.example/photos/${photoId}/large`, email)
    const dueAt = new Date(site.clock.now().getTime() + REMOVAL_MS).toISOString()
    const { reply } = await site.call(cases.listCases, { query: {} }, eve)
    expect(reply?.cases.find((each) => each.kind === 'removal')).toBe(reply?.cases[0])
    expect(await view(reference)).toMatchObject({
      kind: 'removal',
      dueAt,
      content: 'photo',
      subject: { profileId: bob.profileId, photoIds: [photoId] },
      complaint: { email, place: `https://site.example/photos/${photoId}/large` },
      images: [{ width: expect.any(Number) }],
      allowed: ['none', 'warn', 'remove_content', 'hide', 'suspend', 'ban', 'resolve'],
    })
    const seen = async (cookie: string) =>
      (await site.app.inject({ url: `/api/operator/photos/${photoId}/tile`, headers: { cookie } })).statusCode
    expect([await seen(eve.cookie), await seen(bob.cookie)]).toEqual([200, 403])
    expect(await mailsTo(email)).toMatchObject([
      {
        template: 'removalReceipt',
        language: 'fr',
        props: { complaintId: requestId, hours: 48, url: expect.stringContaining(`/decisions/${requestId}`) },
      },
    ])
    expect(await read(requestId)).toMatchObject({ role: 'requester', outcome: null, statement: null })
  })

  test('is late after 48 hours: on the overview and in the metrics', async () => {
    const { reference } = await request('Somewhere')
    const owner = await buildOperator(site.context)
    const health = async () => (await site.call(getHealth, {}, owner)).reply
    const before = await health()
    expect(before?.nextDueAt).not.toBeNull()
    site.clock.advance(HOUR)
    expect((await site.app.inject('/metrics')).body).toMatch(
      /moderation_cases\{kind="removal",value="time_left_seconds"\} \d/,
    )
    await site.context.db
      .updateTable('moderationCases')
      .set({ dueAt: new Date(site.clock.now().getTime() - 1) })
      .where('reference', '=', reference)
      .execute()
    expect((await health())?.lateCases).toBe((before?.lateCases ?? 0) + 1)
    expect((await site.app.inject('/metrics')).body).toMatch(
      /moderation_cases\{kind="removal",value="time_left_seconds"\} -/,
    )
    await claim(reference)
    await decide(reference, { decision: 'none', violation: null })
    expect((await health())?.lateCases).toBe(before?.lateCases)
  })

  test('says nothing of what was found, and is stored once however often it is sent', async () => {
    const clientId = randomUUID()
    const email = address()
    const place = bob.profileId
    const answers = await Promise.all([1, 2, 3].map(() => ask({ clientId, email, place })))
    expect(new Set(answers.map(({ reply }) => reply?.request.id)).size).toBe(1)
    expect(Object.keys(answers[0]?.reply?.request ?? {})).toEqual(['id', 'dueAt'])
    const parties = site.context.db.selectFrom('moderationParties').select('reference')
    expect(await parties.where('reference', '=', answers[0]?.reply?.request.id ?? '').execute()).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
    expect((await ask({}, { cookie: bob.cookie })).status).toBe(200)
  })

  test.each([
    [{ place: ' \n' }, 'moderation.removal_place_required'],
    [{ place: 'x'.repeat(2001) }, 'profiles.text_too_long'],
    [{ text: 'x'.repeat(4001) }, 'profiles.text_too_long'],
    [{ email: 'nowhere' }, 'accounts.email_invalid'],
    [{ isDeclared: false }, 'moderation.removal_not_declared'],
    [{ language: 'xx' }, 'request.invalid'],
    [{ extra: 1 }, 'request.invalid'],
  ])('with %j is rejected with %s', async (change, code) => {
    const { status, error } = await ask(change)
    expect([status, error?.code]).toEqual([code === 'request.invalid' ? 400 : 422, code])
  })
})

describe('an image that an operator removes for it', () => {
  test('is gone and cannot come back, not even smaller; copies of others become cases', async () => {
    const image = await patternImage({ seed: 41 })
    const other = await buildMember(site.context)
    const { photoId } = await add(bob, image)
    const { photoId: copyId } = await add(other, await sharp(image).resize(400).jpeg().toBuffer())
    const email = address()
    const { requestId, reference } = await request(`Look: /photos/${photoId}/large, the second one`, email)
    await claim(reference)
    expect((await decide(reference)).status).toBe(200)
    expect(await statusOf(bob, photoId)).toBe('rejected')
    const near = await sharp(image).resize(360, 480).jpeg({ quality: 40 }).toBuffer()
    for (const again of [image, near])
      expect(await add(await buildMember(site.context), again)).toMatchObject({
        status: 403,
        code: 'profiles.photo_removed',
      })
    const [, outcome] = await mailsTo(email)
    expect(outcome).toMatchObject({ template: 'removalOutcome', props: { complaintId: requestId, outcome: 'action' } })
    expect(await read(requestId)).toMatchObject({ outcome: 'action' })
    await site.context.jobs.runDue()
    const signals = site.context.db.selectFrom('moderationCases').select(['reference', 'reason', 'status'])
    const raised = await signals.where('subjectId', '=', other.userId).execute()
    expect(raised).toMatchObject([{ reason: 'removed_image', status: 'open' }])
    // A person decides about the copy too.
    expect(await statusOf(other, copyId)).toBe('active')
    await claim(raised[0]?.reference ?? '')
    expect((await decide(raised[0]?.reference ?? '')).status).toBe(200)
    expect(await statusOf(other, copyId)).toBe('rejected')
  })

  test('can be uploaded again after the decision is reversed', async () => {
    const image = await patternImage({ seed: 51 })
    const { photoId } = await add(bob, image)
    const { reference } = await request(photoId)
    await claim(reference)
    // Its owner is suspended; the image does not come back with the account.
    await decide(reference, { decision: 'suspend', days: 3 })
    const [statement = ''] = await statementsOf(bob)
    await appeal(statement)
    const max = await buildOperator(site.context, { role: 'moderator' })
    const appealed = await caseOf(statement, 'appealId')
    const anna = await buildMember(site.context)
    expect((await add(anna, image)).code).toBe('profiles.photo_removed')
    await claim(appealed, max)
    expect((await decide(appealed, { decision: 'reverse', violation: null }, max)).status).toBe(200)
    expect((await add(anna, image)).code).toBe('ok')
    const photo = site.context.db.selectFrom('photos').select('status').where('publicId', '=', photoId)
    expect(await photo.executeTakeFirst()).toEqual({ status: 'active' })
  })

  test('stays removed while another decision about it stands', async () => {
    const { photoId } = await add(bob, await patternImage({ seed: 57 }))
    const form = { clientId: randomUUID(), profileId: bob.profileId, photoId, text: 'Look', isBlocking: false }
    const anna = await buildMember(site.context)
    const caller = { cookie: anna.cookie, headers: randomAddress() }
    await site.call(reportProfile, { body: { ...form, reason: 'nudity' } }, caller)
    const { reference: reported } = await site.context.db
      .selectFrom('moderationCases')
      .select('reference')
      .where('subjectId', '=', bob.userId)
      .executeTakeFirstOrThrow()
    const both = [
      { reference: reported, violation: 'sexual_content' },
      { reference: (await request(photoId)).reference, violation: 'spam' },
    ]
    for (const { reference, violation } of both) {
      await claim(reference)
      expect((await decide(reference, { violation })).status).toBe(200)
    }
    const max = await buildOperator(site.context, { role: 'moderator' })
    const states: (string | undefined)[] = []
    for (const statement of await statementsOf(bob)) {
      await appeal(statement)
      const appealed = await caseOf(statement, 'appealId')
      await claim(appealed, max)
      expect((await decide(appealed, { decision: 'reverse', violation: null }, max)).status).toBe(200)
      states.push(await statusOf(bob, photoId))
    }
    expect(states).toEqual(['rejected', 'active'])
  })

  test('stays possible to upload where another rule was broken', async () => {
    const image = await patternImage({ seed: 61 })
    const { photoId } = await add(bob, image)
    const { reference } = await request(photoId)
    await claim(reference)
    await decide(reference, { violation: 'spam' })
    expect(await statusOf(bob, photoId)).toBe('rejected')
    expect((await add(await buildMember(site.context), image)).code).toBe('ok')
  })

  test('is blocked when it was sent in a conversation', async () => {
    const anna = await buildMember(site.context, { credits: 50 })
    const { uploadPhoto, post } = chatOn(site)
    const image = await patternImage({ seed: 71 })
    const sent = await uploadPhoto(bob, anna, new Blob([new Uint8Array(image)]))
    const photoId = sent.reply?.photo.id ?? ''
    await post(bob, anna, { kind: 'photo', photoId })
    const { reference } = await request(`/chat-photos/${photoId}/large`)
    expect(await view(reference)).toMatchObject({ content: 'message', subject: { name: 'Bob' } })
    await claim(reference)
    expect((await decide(reference)).status).toBe(200)
    const message = site.context.db.selectFrom('messages').select('kind').where('senderId', '=', bob.userId)
    expect(await message.execute()).toEqual([{ kind: 'deleted' }])
    expect((await add(anna, image)).code).toBe('profiles.photo_removed')
  })
})

describe('an image that the request describes in words', () => {
  test('is named by who has taken the case, by an address or an id', async () => {
    const { photoId } = await add(bob, await patternImage({ seed: 81 }))
    const { reference } = await request('On the profile of a Bob from Utrecht')
    expect(await view(reference)).toMatchObject({ subject: null, allowed: ['none', 'resolve'] })
    expect((await name(reference, bob.profileId)).error?.code).toBe('moderation.case_not_claimed')
    await claim(reference)
    expect((await name(reference, 'bcdfghjkmnpqrs')).error?.fields).toMatchObject({
      place: { code: 'moderation.image_not_found' },
    })
    expect((await name(reference, ' ')).error?.fields).toMatchObject({ place: { code: 'moderation.image_not_found' } })
    expect((await name(reference, `https://site.example/members/${bob.profileId}`)).status).toBe(204)
    expect(await view(reference)).toMatchObject({ version: 2, content: null, subject: { photoIds: [photoId] } })
    expect((await name(reference, photoId)).status).toBe(204)
    expect(await view(reference)).toMatchObject({ version: 3, content: 'photo', images: [{}] })
    expect((await decide(reference, { version: 2 })).error?.code).toBe('moderation.case_changed')
    expect((await decide(reference, { version: 3 })).status).toBe(200)
    expect(await statusOf(bob, photoId)).toBe('rejected')
    expect((await name(reference, photoId)).error?.code).toBe('moderation.case_decided')
    const acts = site.context.db.selectFrom('auditLog').select('act').where('operatorId', '=', eve.operatorId)
    expect((await acts.where('act', '=', 'case_image_named').execute()).length).toBe(2)
  })

  test('cannot be named in a case of another kind', async () => {
    const { reference } = await request('Here')
    await site.context.db
      .updateTable('moderationCases')
      .set({ reason: 'other', kind: 'complaint' })
      .where('reference', '=', reference)
      .execute()
    await claim(reference)
    expect((await name(reference, bob.profileId)).error?.code).toBe('moderation.decision_not_allowed')
  })

  test('is appealed about by who asked, when nothing was removed', async () => {
    const email = address()
    const { requestId, reference } = await request('Here', email)
    await claim(reference)
    await decide(reference, { decision: 'none', violation: null })
    expect(await read(requestId)).toMatchObject({ outcome: 'no_action', appeal: { state: 'possible' } })
    expect((await appeal(requestId, 'It is on the profile of Bob.')).status).toBe(200)
    const max = await buildOperator(site.context, { role: 'moderator' })
    const { photoId } = await add(bob, await patternImage({ seed: 91 }))
    const appealed = await caseOf(requestId, 'appealId')
    await claim(appealed, max)
    await name(appealed, photoId, max)
    expect((await decide(appealed, { version: 2 }, max)).status).toBe(200)
    expect(await statusOf(bob, photoId)).toBe('rejected')
    expect(await read(requestId)).toMatchObject({ outcome: 'action', appeal: { state: 'changed' } })
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      'removalReceipt',
      'removalOutcome',
      'removalOutcome',
    ])
  })
})
