import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Decision, Violation } from '#contract/moderation/cases.ts'
import { appealDecision } from '#contract/moderation/decision-calls.ts'
import * as cases from '#contract/operator/moderation/calls.ts'
import { getOwnProfile } from '#contract/profiles/calls.ts'
import { reviewPhoto } from '#server/features/profiles/photo-review.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { explicitImage, sampleImage, upload } from '#tests/support/sample-images.ts'
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

async function add({ cookie }: Member, image: Uint8Array) {
  const file = new Uint8Array(image)
  const sent = await upload(site.app, { url: '/api/photos', data: { visibility: 'public' }, cookie, file })
  return sent.json<{ photo: { id: string } }>().photo.id
}

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

async function decide(reference: string, outcome: Outcome, operator: BuiltOperator) {
  await site.call(cases.claimCase, { params: { reference } }, operator)
  const body = { clientId: randomUUID(), version: 1, days: null, note: '', ...outcome }
  const { error } = await site.call(cases.decideCase, { params: { reference }, body }, operator)
  expect(error).toBeNull()
}

/** Max removes a photo in a case. */
async function removeInCase({ profileId }: Member, photoId: string) {
  const body = { clientId: randomUUID(), reason: 'nudity' as const, photo: photoId, note: 'Seen in a chat' }
  const { reply } = await site.call(cases.openCase, { params: { memberId: profileId }, body }, max)
  await decide(reply?.reference ?? '', { decision: 'remove_content', violation: 'sexual_content' }, max)
}

/** The reference of the member's latest statement. */
async function statementOf({ userId }: Member) {
  const parties = site.context.db.selectFrom('moderationParties').select('reference').where('userId', '=', userId)
  return (await parties.where('role', '=', 'subject').orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).reference
}

/** The member appeals against a statement, and an operator decides about the appeal. */
async function winAppeal(reference: string, operator: BuiltOperator) {
  const body = { clientId: randomUUID(), text: 'It shows me on a beach.' }
  await site.call(appealDecision, { params: { reference }, body }, { headers: randomAddress() })
  const appeal = await site.context.db
    .selectFrom('moderationParties as p')
    .innerJoin('moderationCases as c', 'c.id', 'p.appealId')
    .select('c.reference')
    .where('p.reference', '=', reference)
    .executeTakeFirstOrThrow()
  await decide(appeal.reference, { decision: 'reverse', violation: null }, operator)
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
