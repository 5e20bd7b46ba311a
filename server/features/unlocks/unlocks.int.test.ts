import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { blockProfile } from '#contract/moderation/calls.ts'
import { changePhoto, getMember } from '#contract/profiles/calls.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

/** `photo_credits` of the site. */
const PRICE = 3

let fixture: TestApp
let owner: Member
let photo: string

beforeAll(async () => {
  fixture = await startTestApp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  owner = await buildMember(fixture.context, { name: 'Olivia', photos: ['public', 'private', 'public'] })
  photo = owner.photoIds[1] ?? ''
})

function unlock(viewer: Member | undefined, photoId = photo, maxPrice?: number) {
  return fixture.call(unlockPhoto, { params: { photoId }, body: { maxPrice } }, viewer)
}

/** Sets `photo_credits` of the site. */
async function setPrice(price: number) {
  const { context } = fixture
  const { id: siteId } = await context.db.selectFrom('sites').select('id').executeTakeFirstOrThrow()
  await changeSettings(context, { siteId, settings: { photo_credits: price } })
  await context.events.drain()
}

async function lockOf(viewer: Member, photoId = photo) {
  const { reply } = await fixture.call(getMember, { params: { profileId: owner.profileId } }, viewer)
  return reply?.member.photos.find(({ id }) => id === photoId)?.key
}

async function accountOf({ userId }: Member) {
  const { db } = fixture.context
  const { balance } = await db
    .selectFrom('accountBalances')
    .select('balance')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('creditLedger')
    .select(['amount', 'balanceAfter'])
    .where('userId', '=', userId)
    .where('kind', '=', 'photo_unlock')
    .execute()
  return { balance, entries }
}

describe('unlocking a private photo', () => {
  test('notifies the pages of the member that premium began with its price', async () => {
    const { context } = fixture
    const viewer = await buildMember(context, { credits: 10 })
    const { userId } = viewer
    await context.db
      .updateTable('accountBalances')
      .set({ creditsUntilPremium: 1 })
      .where('userId', '=', userId)
      .execute()
    const send = vi.spyOn(context.realtime, 'send')
    expect((await unlock(viewer)).reply).toEqual({ credits: 7 })
    await context.events.drain()
    expect(send.mock.calls).toContainEqual([userId, { type: 'credits.changed', credits: 7, isPremium: true }])
    send.mockRestore()
  })

  test('costs its price once and is for good', async () => {
    const viewer = await buildMember(fixture.context, { credits: 10 })
    expect(await lockOf(viewer)).toBe('unlock')
    expect((await unlock(viewer)).reply).toEqual({ credits: 10 - PRICE })
    expect((await unlock(viewer)).reply).toEqual({ credits: 10 - PRICE })
    expect(await lockOf(viewer)).toBeNull()
    expect(await accountOf(viewer)).toEqual({ balance: 7, entries: [{ amount: -PRICE, balanceAfter: 7 }] })
  })

  test('50 at once with the last credits charge exactly once, and all are answered alike', async () => {
    const viewer = await buildMember(fixture.context, { credits: PRICE })
    const answers = await Promise.all(Array.from({ length: 50 }, () => unlock(viewer)))
    expect(new Set(answers.map(({ reply, error }) => reply?.credits ?? error?.code))).toEqual(new Set([0]))
    expect(await accountOf(viewer)).toEqual({ balance: 0, entries: [{ amount: -PRICE, balanceAfter: 0 }] })
  })

  test('two photos at once with credits for one open exactly one', async () => {
    const viewer = await buildMember(fixture.context, { credits: PRICE })
    const other = owner.photoIds[2] ?? ''
    await fixture.call(changePhoto, { params: { photoId: other }, body: { visibility: 'private' } }, owner)
    const answers = await Promise.all([unlock(viewer), unlock(viewer, other)])
    expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'unlocks.insufficient_credits'])
    const locks = [await lockOf(viewer), await lockOf(viewer, other)]
    expect(locks.filter((key) => key === null)).toHaveLength(1)
    expect((await accountOf(viewer)).entries).toHaveLength(1)
  })

  test('without enough credits says so, with the name, and changes nothing', async () => {
    const viewer = await buildMember(fixture.context, { credits: PRICE - 1 })
    const { error, status } = await unlock(viewer)
    expect(status).toBe(402)
    expect(error).toMatchObject({ code: 'unlocks.insufficient_credits', params: { name: 'Olivia' } })
    expect(await lockOf(viewer)).toBe('unlock')
    expect(await accountOf(viewer)).toEqual({ balance: PRICE - 1, entries: [] })
  })

  test('costs premium members and the owner nothing', async () => {
    const premium = await buildMember(fixture.context, { isPremium: true, credits: 10 })
    expect((await unlock(premium)).reply).toEqual({ credits: 10 })
    expect((await unlock(owner)).reply).toEqual({ credits: 0 })
    expect((await accountOf(premium)).entries).toEqual([])
  })

  test('is for private photos alone', async () => {
    const viewer = await buildMember(fixture.context, { credits: 10 })
    const other = owner.photoIds[2] ?? ''
    expect((await unlock(viewer, other)).error?.code).toBe('unlocks.not_private')
    await fixture.call(changePhoto, { params: { photoId: other }, body: { visibility: 'on_request' } }, owner)
    expect((await unlock(viewer, other)).error?.code).toBe('unlocks.not_private')
    expect((await unlock(viewer, 'unknownphoto00')).error?.code).toBe('profiles.photo_not_found')
    expect((await accountOf(viewer)).balance).toBe(10)
  })

  test('is not possible without log-in, for blocked members, and where the owner hides photos', async () => {
    const viewer = await buildMember(fixture.context, { credits: 10 })
    expect((await unlock(undefined)).error?.code).toBe('authentication_required')
    const reserve = (isPrivate: boolean) =>
      fixture.context.db.updateTable('profiles').set({ isPrivate }).where('userId', '=', owner.userId).execute()
    await reserve(true)
    expect((await unlock(viewer)).error?.code).toBe('profiles.photo_not_found')
    await reserve(false)
    await fixture.call(blockProfile, { params: { profileId: viewer.profileId } }, owner)
    expect((await unlock(viewer)).error?.code).toBe('profiles.photo_not_found')
    expect((await accountOf(viewer)).balance).toBe(10)
  })

  test('ends with the photo, and waits for a grant once the owner shows it on request only', async () => {
    const viewer = await buildMember(fixture.context, { credits: 10 })
    await unlock(viewer)
    const set = (visibility: 'on_request' | 'private') =>
      fixture.call(changePhoto, { params: { photoId: photo }, body: { visibility } }, owner)
    await set('on_request')
    expect(await lockOf(viewer)).toBe('request')
    await set('private')
    expect(await lockOf(viewer)).toBeNull()
  })
})

describe('the price of a private photo', () => {
  afterEach(() => setPrice(PRICE))

  test('is never higher than the viewer was shown: the call is rejected with the new price, and nothing is charged', async () => {
    const viewer = await buildMember(fixture.context, { credits: PRICE + 1 })
    await setPrice(PRICE + 1)
    const rejected = { status: 409, error: { code: 'unlocks.price_changed', params: { count: PRICE + 1 } } }
    expect(await unlock(viewer, photo, PRICE)).toMatchObject(rejected)
    expect(await unlock(viewer, photo, PRICE)).toMatchObject(rejected)
    expect(await lockOf(viewer)).toBe('unlock')
    expect(await accountOf(viewer)).toEqual({ balance: PRICE + 1, entries: [] })
    expect((await unlock(viewer, photo, PRICE + 1)).reply).toEqual({ credits: 0 })
    expect(await lockOf(viewer)).toBeNull()
  })

  test('is charged as it is now where it has fallen since it was shown', async () => {
    const viewer = await buildMember(fixture.context, { credits: 10 })
    await setPrice(PRICE - 1)
    expect((await unlock(viewer, photo, PRICE)).reply).toEqual({ credits: 10 - (PRICE - 1) })
    const entries = [{ amount: -(PRICE - 1), balanceAfter: 10 - (PRICE - 1) }]
    expect(await accountOf(viewer)).toEqual({ balance: 10 - (PRICE - 1), entries })
  })

  test('does not matter to a repeated call, nor to those who see the photo anyway', async () => {
    const viewer = await buildMember(fixture.context, { credits: 10 })
    const premium = await buildMember(fixture.context, { isPremium: true, credits: 10 })
    const first = await unlock(viewer, photo, PRICE)
    await setPrice(PRICE + 1)
    expect((await unlock(viewer, photo, PRICE)).reply).toEqual(first.reply)
    expect((await unlock(premium, photo, PRICE)).reply).toEqual({ credits: 10 })
    expect((await accountOf(viewer)).balance).toBe(10 - PRICE)
  })

  test('has changed also for one who could not pay it, and a photo that cannot be unlocked has none', async () => {
    const viewer = await buildMember(fixture.context, { credits: PRICE })
    await setPrice(PRICE + 1)
    expect((await unlock(viewer, photo, PRICE)).error?.code).toBe('unlocks.price_changed')
    expect((await unlock(viewer, photo, PRICE + 1)).error?.code).toBe('unlocks.insufficient_credits')
    expect((await unlock(viewer, owner.photoIds[2], PRICE)).error?.code).toBe('unlocks.not_private')
    expect((await unlock(viewer, 'unknownphoto00', PRICE)).error?.code).toBe('profiles.photo_not_found')
  })

  test('is accepted by a call without a body, as pages of an earlier version send it', async () => {
    const viewer = await buildMember(fixture.context, { credits: 10 })
    const { statusCode } = await fixture.app.inject({
      method: 'PUT',
      url: `/api/photos/${photo}/unlock`,
      headers: { cookie: viewer.cookie },
    })
    expect(statusCode).toBe(200)
    expect((await accountOf(viewer)).balance).toBe(10 - PRICE)
  })
})
