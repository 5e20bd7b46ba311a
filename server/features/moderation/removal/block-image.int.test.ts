import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportProfile } from '#contract/moderation/calls.ts'
import { requestRemoval } from '#contract/moderation/removal-calls.ts'
import type { ReportForm } from '#contract/moderation/schemas.ts'
import { removePhoto } from '#contract/profiles/calls.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { casesOn } from '#tests/support/cases.ts'
import { chatOn } from '#tests/support/chat.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { addPhoto, patternImage } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { raiseCopies } from './block-image.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>
let anna: Member
let bob: Member
let eve: BuiltOperator
/** Of images that no other test has. */
let seed = 300
let image: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
  chat = chatOn(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await buildMember(site.context, { name: 'Anna', isPremium: true, credits: 50 })
  bob = await buildMember(site.context, { name: 'Bob', about: 'I sail', isPremium: true, credits: 50 })
  eve = await buildOperator(site.context, { role: 'moderator' })
  seed += 10
  image = new Uint8Array(await patternImage({ seed }))
})

const add = (member: Member, visibility = 'public') => addPhoto(site, member, { image, visibility })

async function sendPhoto(from: Member, to: Member) {
  const { reply } = await chat.uploadPhoto(from, to, new Blob([image]))
  const photoId = reply?.photo.id ?? ''
  const sent = await chat.post(from, to, { kind: 'photo', photoId })
  return { photoId, conversationId: sent.reply?.message.conversationId ?? '', seq: sent.reply?.message.seq ?? 0 }
}

const { view, caseOf, ...moderation } = casesOn(() => site, {
  by: () => eve,
  outcome: { decision: 'remove_content', violation: 'intimate_images' },
})

/** Reports Bob. Returns the reference of the case. */
async function report(change: Partial<ReportForm> = {}, reporter = anna) {
  const form = { profileId: bob.profileId, photoId: null, message: null, text: 'Look', isBlocking: false }
  const body = { clientId: randomUUID(), reason: 'other' as const, ...form, ...change }
  const { reply } = await site.call(reportProfile, { body }, { cookie: reporter.cookie, headers: randomAddress() })
  return caseOf(reply?.report.id ?? '')
}

/** Asks for the removal of an image. Returns the reference of the case. */
async function request(place: string) {
  const form = { place, text: '', name: '', email: `${randomUUID()}@example.com`, isDeclared: true as const }
  const body = { clientId: randomUUID(), language: 'en' as const, ...form }
  const { reply } = await site.call(requestRemoval, { body }, { headers: randomAddress() })
  return caseOf(reply?.request.id ?? '')
}

async function decide(reference: string, change: object = {}, operator = eve) {
  await moderation.claim(reference, operator)
  expect((await moderation.decide(reference, change, operator)).error?.code).toBeUndefined()
}
const suspend = { decision: 'suspend', days: 3 }

/** Reverses the latest decision about a member, on their appeal. */
async function reverse({ userId }: Member, reference: string) {
  const party = await site.context.db
    .selectFrom('moderationParties as p')
    .innerJoin('moderationCases as c', 'c.id', 'p.caseId')
    .select('p.reference')
    .where('p.userId', '=', userId)
    .where('p.role', '=', 'subject')
    .where('c.reference', '=', reference)
    .executeTakeFirstOrThrow()
  await moderation.appeal(party.reference, 'It is a landscape.')
  const max = await buildOperator(site.context, { role: 'moderator' })
  await decide(await caseOf(party.reference, 'appealId'), { decision: 'reverse', violation: null }, max)
}

const kindsOf = async ({ userId }: Member) => {
  const sent = site.context.db.selectFrom('messages').select('kind').where('senderId', '=', userId)
  const rows = await sent.orderBy('seq').execute()
  return rows.map(({ kind }) => kind)
}

describe('a suspension for intimate images or persons under 18', () => {
  test.each(['intimate_images', 'under_age'])(
    'erases no text of a profile (%s), also when reversed',
    async (violation) => {
      const reference = await report()
      await decide(reference, { ...suspend, violation })
      const profile = site.context.db.selectFrom('profiles').select('about').where('userId', '=', bob.userId)
      expect(await profile.executeTakeFirst()).toEqual({ about: 'I sail' })
      // As if the member had: nothing is to be brought back.
      await site.context.db.updateTable('profiles').set({ about: '' }).where('userId', '=', bob.userId).execute()
      await reverse(bob, reference)
      expect(await profile.executeTakeFirst()).toEqual({ about: '' })
    },
  )

  test('removes a message only if it is an image', async () => {
    const conversationId = await chat.say(bob, anna, 'I am sixteen')
    const { seq } = await sendPhoto(bob, anna)
    const text = await report({ message: { conversationId, seq: 1 } })
    const photo = await report({ message: { conversationId, seq } })
    await decide(text, { ...suspend, violation: 'under_age' })
    expect(await kindsOf(bob)).toEqual(['text', 'photo'])
    await decide(photo, { ...suspend, violation: 'under_age' })
    expect(await kindsOf(bob)).toEqual(['text', 'deleted'])
    expect((await add(anna)).code).toBe('profiles.photo_removed')
  })
})

describe('an image that its owner deletes before the decision cannot come back', () => {
  const remove = async (photoId: string) =>
    expect((await site.call(removePhoto, { params: { photoId } }, bob)).error?.code).toBeUndefined()

  test('when its removal was asked for', async () => {
    const { photoId } = await add(bob)
    const reference = await request(photoId)
    await remove(photoId)
    await decide(reference)
    expect((await add(anna)).code).toBe('profiles.photo_removed')
  })

  test('when the photo was reported', async () => {
    const { photoId } = await add(bob)
    const reference = await report({ photoId })
    await remove(photoId)
    await decide(reference, suspend)
    expect((await add(anna)).code).toBe('profiles.photo_removed')
  })

  test('when the message was reported', async () => {
    const { conversationId, seq } = await sendPhoto(bob, anna)
    const reference = await report({ message: { conversationId, seq } })
    expect((await chat.unsend(bob, conversationId, seq)).error?.code).toBeUndefined()
    await decide(reference)
    expect((await add(anna)).code).toBe('profiles.photo_removed')
  })

  test('but the main photo of a reported profile can', async () => {
    await add(bob)
    await decide(await report())
    expect((await add(anna)).code).toBe('ok')
  })
})

test('a case about a near copy shows the operator that image, also a private or sent one', async () => {
  const { photoId } = await add(bob)
  const [cleo, dora] = [await buildMember(site.context), await buildMember(site.context, { credits: 50 })]
  expect((await add(cleo, 'private')).code).toBe('ok')
  expect((await sendPhoto(dora, anna)).seq).toBe(1)
  await decide(await request(photoId))
  for (const { userId } of [cleo, dora]) {
    const raised = site.context.db.selectFrom('moderationCases').select('reference').where('subjectId', '=', userId)
    const findRaised = async () => {
      // Jobs that read whole tables run one at a time, and those of other tests wait too.
      await site.context.jobs.runDue()
      return raised.executeTakeFirst()
    }
    await expect.poll(findRaised).toBeDefined()
    const { reference } = await raised.executeTakeFirstOrThrow()
    const images = (await view(reference))?.images ?? []
    expect(images).toMatchObject([{ width: expect.any(Number), height: expect.any(Number) }])
    const url = `/api/operator/cases/${reference}/images/${images[0]?.id}`
    const file = await site.app.inject({ url, headers: { cookie: eve.cookie } })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
  }
})

test('a copy that cannot be read keeps no other from being raised, and what was raised is not raised again', async () => {
  const { photoId } = await add(bob)
  const others = [await buildMember(site.context), await buildMember(site.context), await buildMember(site.context)]
  for (const other of others) expect((await add(other)).code).toBe('ok')
  const [first, broken, last] = others.map(({ userId }) => userId)
  const { db, storage } = site.context
  const { storageKey } = await db
    .selectFrom('photos')
    .select('storageKey')
    .where('userId', '=', broken ?? 0)
    .executeTakeFirstOrThrow()
  const reference = await request(photoId)
  await decide(reference)
  const { id: caseId } = await db
    .selectFrom('moderationCases')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const failing = {
    ...site.context,
    storage: {
      ...storage,
      open: async (key: string) => {
        if (key.startsWith(storageKey)) throw new Error('the disk fails')
        return storage.open(key)
      },
    },
  }
  /** How many copies of the image the cases about a member have. */
  const copiesOf = async (userId: number | undefined) => {
    const row = await db
      .selectFrom('moderationCases as c')
      .innerJoin('moderationEvidence as e', 'e.caseId', 'c.id')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('c.subjectId', '=', userId ?? 0)
      .where('e.kind', '=', 'photo')
      .executeTakeFirstOrThrow()
    return row.n
  }
  const copies = async () => [await copiesOf(first), await copiesOf(broken), await copiesOf(last)]
  for (let nth = 0; nth < 2; nth += 1) {
    await expect(raiseCopies(failing, { caseId })).rejects.toThrow('not raised: 1')
    expect(await copies()).toEqual([1, 0, 1])
  }
  for (let nth = 0; nth < 2; nth += 1) await raiseCopies(site.context, { caseId })
  expect(await copies()).toEqual([1, 1, 1])
})

test('an image that two decisions removed stays blocked until both are reversed', async () => {
  const { photoId } = await add(bob)
  const cleo = await buildMember(site.context)
  const { photoId: copyId } = await add(cleo)
  const [first, second] = [await request(photoId), await request(copyId)]
  await decide(first)
  await decide(second)
  await reverse(bob, first)
  expect((await add(anna)).code).toBe('profiles.photo_removed')
  await reverse(cleo, second)
  expect((await add(anna)).code).toBe('ok')
})
