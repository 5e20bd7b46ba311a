import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendComplaint } from '#contract/pages/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { accountOf } from './account-data.ts'
import { complaintsOf, photoUnlocksOf, visitsOf } from './personal-data.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

test('an export names how the member came, changes of the address, and all ways into the account', async () => {
  const { db, clock } = site.context
  const { userId, email } = await buildMember(site.context)
  const at = clock.now()
  const campaign = { network: 'meadow', ref: 'spring', createdAt: at }
  await db
    .insertInto('trafficSources')
    .values({ userId, ...campaign })
    .execute()
  const change = { id: 'a-change', oldEmail: email, newEmail: 'later@example.com', requestedAt: at }
  await db
    .insertInto('mailChanges')
    .values({ userId, ...change, sessionHash: Buffer.from('a secret') })
    .execute()
  const key = { credentialId: 'a secret', publicKey: Buffer.from('a secret'), counter: 0, transports: [], rpId: 'site' }
  await db
    .insertInto('passkeys')
    .values({ userId, ...key, name: 'My phone', createdAt: at })
    .execute()
  await db
    .insertInto('secondFactors')
    .values({ userId, secret: Buffer.from('a secret'), createdAt: at, confirmedAt: at })
    .execute()
  const event = { kind: 'passkeyAdded', browser: 'Firefox', system: 'Windows', happenedAt: at }
  await db
    .insertInto('securityEvents')
    .values({ userId, ...event })
    .execute()

  await db.updateTable('users').set({ ageAssuredAt: at, ageCheckId: 'a secret' }).where('id', '=', userId).execute()

  const account = await accountOf(db, userId)
  expect(account).toMatchObject({
    email,
    campaign,
    ageAssuredAt: at,
    emailChanges: [{ oldEmail: email, newEmail: 'later@example.com', completedAt: null }],
    sessions: [{ browser: null, system: null, lastUsedAt: expect.any(Date) }],
    passkeys: [{ name: 'My phone', createdAt: at }],
    codesSince: at,
    securityEvents: [event],
  })
  const text = JSON.stringify(account)
  for (const secret of ['a secret', Buffer.from('a secret').toString('hex'), JSON.stringify(Buffer.from('a secret'))])
    expect(text).not.toContain(secret)
})

test('an export names the profiles that the member opened and the photos that the member unlocked', async () => {
  const { db, clock } = site.context
  const { userId } = await buildMember(site.context)
  const [friend, gone] = [
    await buildMember(site.context, { name: 'Ferdinand', photos: ['private'] }),
    await buildMember(site.context),
  ]
  const at = clock.now()
  await db
    .insertInto('profileVisits')
    .values([friend, gone].map((owner) => ({ ownerId: owner.userId, visitorId: userId, visitedAt: at })))
    .execute()
  await db.updateTable('users').set({ deletedAt: at }).where('id', '=', gone.userId).execute()
  const photos = await db.selectFrom('photos').select('id').where('userId', '=', friend.userId).execute()
  await db
    .insertInto('photoUnlocks')
    .values(photos.map(({ id }) => ({ userId, photoId: id, price: 10, unlockedAt: at })))
    .execute()

  const made = [{ profileId: friend.profileId, name: 'Ferdinand', visitedAt: at }]
  expect(await visitsOf(db, userId)).toEqual({ made, received: [] })
  expect(await photoUnlocksOf(db, userId)).toEqual([{ photoId: friend.photoIds[0], price: 10, unlockedAt: at }])
})

test('an export names who opened the profile, as the member sees it', async () => {
  const { db, clock } = site.context
  const owner = await buildMember(site.context)
  const visitors = [
    await buildMember(site.context, { name: 'Shown' }),
    await buildMember(site.context, { name: 'Invisible', isInvisible: true }),
    await buildMember(site.context, { name: 'Private', isPrivate: true }),
    await buildMember(site.context, { name: 'Unconfirmed', isConfirmed: false }),
  ]
  const visitedAt = clock.now()
  await db
    .insertInto('profileVisits')
    .values(visitors.map(({ userId: visitorId }) => ({ ownerId: owner.userId, visitorId, visitedAt })))
    .execute()
  const [shown] = visitors
  const received = [{ profileId: shown?.profileId, name: 'Shown', visitedAt }]
  expect(await visitsOf(db, owner.userId)).toEqual({ made: [], received })
})

const complain = ({ email }: { email: string }) =>
  site.call(sendComplaint, {
    body: { clientId: randomUUID(), topic: 'other', name: 'Ilse', email, text: 'The cake was a lie.', language: 'en' },
  })

test('an export has the complaints from a former address, and none from an address that was never confirmed', async () => {
  const { db } = site.context
  const [member, unconfirmed] = [
    await buildMember(site.context),
    await buildMember(site.context, { isConfirmed: false }),
  ]
  await complain(member)
  await complain(unconfirmed)
  const emailKey = 'another-one@example.com'
  await db.updateTable('users').set({ email: emailKey, emailKey }).where('id', '=', member.userId).execute()
  expect(await complaintsOf(db, member.userId)).toMatchObject([{ email: member.email, text: 'The cake was a lie.' }])
  expect(await complaintsOf(db, unconfirmed.userId)).toEqual([])
})
