import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import * as cases from '#contract/operator/moderation/calls.ts'
import { getOwnProfile } from '#contract/profiles/calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { casesOn } from '#tests/support/cases.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { addPhoto, sampleImage } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let eve: BuiltOperator
let max: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  eve = await buildOperator(site.context, { role: 'moderator' })
  max = await buildOperator(site.context, { role: 'moderator' })
})
afterAll(() => site.close())

const input = () => ({ clientId: randomUUID(), reason: 'scam' as const, photo: '', note: 'Paid with stolen cards' })

function open({ profileId }: Pick<Member, 'profileId'>, change: object = {}, operator = eve) {
  const body = { ...input(), ...change }
  return site.call(cases.openCase, { params: { memberId: profileId }, body }, operator)
}

const add = async (member: Member) => (await addPhoto(site, member, { image: await sampleImage() })).photoId

const { view, read, ...moderation } = casesOn(() => site, { by: () => max, outcome: { violation: 'scam' } })

async function decide(reference: string, decision: 'ban' | 'remove_content') {
  await moderation.claim(reference)
  return moderation.decide(reference, { decision })
}

test('an operator opens a case about the profile, another one decides it, and the statement says so', async () => {
  const bob = await buildMember(site.context, { name: 'Bob', about: 'Rich and lonely' })
  const { reply, error } = await open(bob)
  expect(error).toBeNull()
  const reference = reply?.reference ?? ''
  expect(await view(reference)).toMatchObject({
    kind: 'own',
    source: 'own',
    reason: 'scam',
    // A notice of danger or money is as urgent.
    priority: 2,
    content: 'profile_text',
    profile: { about: 'Rich and lonely' },
    notes: [{ text: 'Paid with stolen cards', by: eve.operatorId }],
    events: [{ type: 'opened', by: eve.operatorId }],
    allowed: ['none', 'warn', 'remove_content', 'hide', 'suspend', 'ban'],
  })
  expect((await decide(reference, 'ban')).status).toBe(200)
  expect((await site.call(getUser, {}, bob)).reply?.user).toBeNull()
  const [statement = ''] = await moderation.statementsOf(bob)
  expect((await read(statement))?.statement).toMatchObject({ measure: 'ban', source: 'own' })
})

test('about one photo the case has a copy of it, and can remove it', async () => {
  const bob = await buildMember(site.context)
  const [photoId, other] = [await add(bob), await add(bob)]
  const { reply } = await open(bob, { photo: `https://localhost/api/photos/${photoId}/large` })
  const reference = reply?.reference ?? ''
  expect(await view(reference)).toMatchObject({ content: 'photo', images: [{ id: expect.any(String) }] })
  expect((await decide(reference, 'remove_content')).status).toBe(200)
  const photos = (await site.call(getOwnProfile, {}, bob)).reply?.profile.photos ?? []
  expect(Object.fromEntries(photos.map(({ id, status }) => [id, status]))).toEqual({
    [photoId]: 'rejected',
    [other]: 'active',
  })
})

test('sent twice at once or again it is one case and one entry of the log, and changed meanwhile it is rejected', async () => {
  const bob = await buildMember(site.context)
  const body = input()
  const answers = await Promise.all([open(bob, body), open(bob, body)])
  const references = new Set([...answers, await open(bob, body)].map(({ reply }) => reply?.reference))
  expect(references.size).toBe(1)
  const [reference = ''] = references
  for (const change of [{ note: 'Paid with a gift card' }, { reason: 'spam' }, { photo: await add(bob) }])
    expect((await open(bob, { ...body, ...change })).error?.code).toBe('operator.sent_before')
  expect((await view(reference))?.notes).toHaveLength(1)
  const acts = site.context.db.selectFrom('auditLog').select(['operatorId', 'subjectKind', 'details'])
  const ofMember = acts.where('act', '=', 'case_opened').where('subjectId', '=', String(bob.userId))
  expect(await ofMember.execute()).toEqual([
    { operatorId: eve.operatorId, subjectKind: 'member', details: { case: reference, reason: 'scam' } },
  ])
  // Another operator with the same id opens a case of their own.
  expect((await open(bob, body, max)).reply?.reference).not.toBe(reference)
})

test('is rejected without a note, for a photo of someone else, for no member, and for roles without cases', async () => {
  const bob = await buildMember(site.context)
  const stranger = await buildMember(site.context, { photos: ['public'] })
  const codes = async (change: object) => (await open(bob, change)).error
  expect(await codes({ note: ' ' })).toMatchObject({ fields: { note: { code: 'moderation.note_required' } } })
  const notFound = { fields: { photo: { code: 'moderation.image_not_found' } } }
  expect(await codes({ photo: stranger.photoIds[0] })).toMatchObject(notFound)
  // A profile is no photo.
  expect(await codes({ photo: bob.profileId })).toMatchObject(notFound)
  expect(await codes({ reason: 'because' })).toMatchObject({ code: 'request.invalid' })
  expect((await open({ profileId: 'bcdfghjkmnpqrs' })).error?.code).toBe('request.not_found')
  const support = await buildOperator(site.context, { role: 'support' })
  expect((await open(bob, {}, support)).error?.code).toBe('operator.not_allowed')
  expect((await site.call(cases.openCase, { params: { memberId: bob.profileId }, body: input() })).error?.code).toBe(
    'operator.login_required',
  )
  const { n } = await site.context.db
    .selectFrom('moderationCases')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('subjectId', '=', bob.userId)
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
})
