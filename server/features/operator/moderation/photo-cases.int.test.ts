import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Decision, Violation } from '#contract/moderation/cases.ts'
import { listDecisions } from '#contract/moderation/decision-calls.ts'
import * as cases from '#contract/operator/moderation/calls.ts'
import { claimPhotos, decidePhotos } from '#contract/operator/photos/calls.ts'
import { getOwnProfile, removePhoto } from '#contract/profiles/calls.ts'
import { DAY } from '#contract/time.ts'
import { exportStatements } from '#server/features/moderation/cases/statements.ts'
import { countCases } from '#server/features/operator/overview/count-cases.ts'
import { sendRejectionMail } from '#server/features/profiles/photos/rejection-mail.ts'
import { reviewPhoto } from '#server/features/profiles/photo-review.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { casesOn } from '#tests/support/cases.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { addPhoto, explicitImage, sampleImage } from '#tests/support/sample-images.ts'
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

const add = async (member: Member, image: Uint8Array) => (await addPhoto(site, member, { image })).photoId

async function ownPhoto(member: Member, photoId: string) {
  const { reply } = await site.call(getOwnProfile, {}, member)
  return reply?.profile.photos.find(({ id }) => id === photoId)
}

const stateOf = async (member: Member, photoId: string) => {
  const photo = await ownPhoto(member, photoId)
  return [photo?.status, photo?.rejection]
}

interface Outcome {
  decision: Decision
  violation: Violation | null
}

const { claim, view, read, ...moderation } = casesOn(() => site, { by: () => eve, outcome: {} })

async function decide(reference: string, outcome: Outcome, operator: BuiltOperator) {
  await claim(reference, operator)
  expect((await moderation.decide(reference, outcome, operator)).error).toBeNull()
}

/** Max removes a photo in a case. */
async function removeInCase({ profileId }: Member, photoId: string) {
  const body = { clientId: randomUUID(), reason: 'nudity' as const, photo: photoId, note: 'Seen in a chat' }
  const { reply } = await site.call(cases.openCase, { params: { memberId: profileId }, body }, max)
  await decide(reply?.reference ?? '', { decision: 'remove_content', violation: 'sexual_content' }, max)
}

/** The reference of the member's latest statement. */
async function statementOf(member: Member) {
  return (await moderation.statementsOf(member)).at(-1) ?? ''
}

/** The member appeals against a statement. Returns the case of the appeal. */
async function appeal(reference: string) {
  await moderation.appeal(reference, 'It shows me on a beach.')
  return moderation.caseOf(reference, 'appealId')
}

/** The member appeals, and an operator reverses the decision. */
async function winAppeal(reference: string, operator: BuiltOperator) {
  await decide(await appeal(reference), { decision: 'reverse', violation: null }, operator)
}

test('a photo that a decision removed is after the appeal what it was before: shown, or waiting', async () => {
  const bob = await buildMember(site.context)
  const [shown, waiting] = [await add(bob, await sampleImage()), await add(bob, await explicitImage())]
  expect(await stateOf(bob, waiting)).toEqual(['pending', null])
  for (const photoId of [shown, waiting]) {
    site.clock.advance(1000)
    await removeInCase(bob, photoId)
    expect(await stateOf(bob, photoId)).toEqual(['rejected', 'nudity'])
    await winAppeal(await statementOf(bob), eve)
  }
  expect(await stateOf(bob, shown)).toEqual(['active', null])
  expect((await ownPhoto(bob, shown))?.isMain).toBe(true)
  expect(await stateOf(bob, waiting)).toEqual(['pending', null])
})

test('a photo that review had rejected before stays rejected after an appeal about another decision', async () => {
  const bob = await buildMember(site.context)
  const photoId = await add(bob, await explicitImage())
  await reviewPhoto(site.context, { photoId, rejection: 'no_person' })
  await removeInCase(bob, photoId)
  await winAppeal(await statementOf(bob), eve)
  expect(await stateOf(bob, photoId)).toEqual(['rejected', 'no_person'])
})

const reject = (photoIds: string[], rejection: 'nudity' | 'quality', operator = eve) =>
  site.call(decidePhotos, { body: { photoIds, rejection } }, operator)
const casesOf = ({ userId }: Member) =>
  site.context.db
    .selectFrom('moderationCases')
    .select(['reference', 'kind', 'source', 'status', 'decision', 'violation', 'decidedBy'])
    .where('subjectId', '=', userId)
    .orderBy('id')
    .execute()

test('a rejected photo has a statement of reasons, which its owner finds beside it and in the mail', async () => {
  const bob = await buildMember(site.context)
  const photoId = await add(bob, await explicitImage())
  await site.call(claimPhotos, {}, eve)
  expect((await reject([photoId], 'nudity')).reply?.results).toEqual([{ photoId, error: null }])
  const reference = (await ownPhoto(bob, photoId))?.decision ?? ''
  const statement = {
    measure: 'remove_content',
    violation: 'sexual_content',
    rejection: 'nudity',
    content: 'photo',
    until: null,
    // It waited because it is rated explicit.
    source: 'automated',
    isReversed: false,
  }
  expect(await read(reference)).toMatchObject({ role: 'subject', statement, appeal: { state: 'possible' } })
  expect((await site.call(listDecisions, {}, bob)).reply?.decisions).toMatchObject([{ reference, statement }])
  await sendRejectionMail(site.context, { userId: bob.userId })
  const mails = await mailsAbout(site.context, { userId: bob.userId })
  const appealIn = { url: expect.stringMatching(new RegExp(`/decisions/${reference}$`)), locale: expect.any(String) }
  expect(mails.filter(({ template }) => template !== 'activation')).toMatchObject([
    { template: 'photosRejected', props: { count: 1, reasons: ['nudity'], appeal: appealIn } },
  ])
})

test('it counts like every other measure, once however often it is sent', async () => {
  const bob = await buildMember(site.context)
  const photoId = await add(bob, await explicitImage())
  await reject([photoId], 'quality')
  await reject([photoId], 'quality')
  expect((await reject([photoId], 'nudity', max)).reply?.results).toEqual([
    { photoId, error: 'profiles.photo_reviewed' },
  ])
  const [recorded, ...others] = await casesOf(bob)
  expect(others).toEqual([])
  expect(recorded).toMatchObject({
    kind: 'photo',
    status: 'decided',
    decision: 'remove_content',
    violation: 'other',
    decidedBy: eve.operatorId,
  })
  const now = site.clock.now()
  const period = { from: new Date(now.getTime() - DAY), to: new Date(now.getTime() + 1) }
  const exported: string[] = []
  for await (const { puid } of exportStatements(site.context, period)) exported.push(String(puid))
  expect(exported).toContain(recorded?.reference)
  const today = new Date(now.toISOString().slice(0, 10))
  const until = new Date(today.getTime() + DAY)
  await site.context.transaction((tx) => countCases(tx, { from: today, until }))
  const counts = site.context.db.selectFrom('operatorDailyDecisions').select(['decision', 'content', 'violation'])
  expect(await counts.where('kind', '=', 'photo').execute()).toContainEqual({
    decision: 'remove_content',
    content: 'photo',
    violation: 'other',
  })
  const open = await site.call(cases.listCases, { query: { kind: 'photo' } }, eve)
  expect(open.reply?.cases).toEqual([])
})

test('an appeal against it is decided by another operator, who sees the photo though it is deleted', async () => {
  const bob = await buildMember(site.context)
  const [photoId, deleted] = [await add(bob, await explicitImage()), await add(bob, await explicitImage())]
  await reject([photoId, deleted], 'nudity')
  const statements = [(await ownPhoto(bob, photoId))?.decision ?? '', (await ownPhoto(bob, deleted))?.decision ?? '']
  await site.call(removePhoto, { params: { photoId: deleted } }, bob)
  for (const statement of statements) {
    const appealed = await appeal(statement)
    expect((await claim(appealed, eve)).error?.code).toBe('moderation.case_excluded')
    expect((await view(appealed, max))?.images).toHaveLength(1)
    await decide(appealed, { decision: 'reverse', violation: null }, max)
    expect((await read(statement))?.statement?.isReversed).toBe(true)
  }
  expect(await ownPhoto(bob, photoId)).toMatchObject({ status: 'active', rejection: null, decision: null })
  expect(await ownPhoto(bob, deleted)).toBeUndefined()
})

test('a photo that a case removed too comes back with the last reversal', async () => {
  const bob = await buildMember(site.context)
  const photoId = await add(bob, await explicitImage())
  await reject([photoId], 'nudity')
  const ofReview = await statementOf(bob)
  site.clock.advance(1000)
  await removeInCase(bob, photoId)
  const ofCase = await statementOf(bob)
  expect(ofCase).not.toBe(ofReview)
  await winAppeal(ofReview, max)
  expect(await stateOf(bob, photoId)).toEqual(['rejected', 'nudity'])
  await winAppeal(ofCase, eve)
  expect(await stateOf(bob, photoId)).toEqual(['active', null])
})
