import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockProfile } from '#contract/moderation/calls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { setPosition } from '#server/features/profiles/position.ts'
import { changePrivacy } from '#server/features/profiles/privacy.ts'
import { storeActivity } from '#server/features/search/queries.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

/*
 * Two worlds: in one a member exists, hidden from the caller; in the other that member was erased. Every
 * answer about lists of members is the same to the byte: order, counts, keys of pages, suggestions.
 */

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '1000000' } })
})
afterAll(() => site.close())

const vienna = { latitude: 48.2, longitude: 16.37 }
/** A field that the hidden member alone has, so that each search for it finds that member or no one. */
const rare = { tattoos: 'many', eyeColour: 'grey' } as const
const place = 'country=AT&gender=female'
const all = `${place}&minAge=18&maxAge=99`

const searches = [
  '',
  all,
  all.replace('female', 'both'),
  `${place}&minAge=29&maxAge=32`,
  `${all}&region=Wien`,
  `${all}&page=2`,
  `${all}&online=true`,
  `${all}&new=true`,
  `${all}&photo=true`,
  `${all}&tattoos=many`,
  `${all}&tattoos=many&eyeColour=grey&online=true`,
  `${all}&near=50`,
  `${all}&near=200&tattoos=many`,
]
/** What the suggestions of an empty list could reveal: by one filter, and by several together. */
const narrowed = [
  `${place}&minAge=50&maxAge=60&tattoos=many`,
  `${place}&minAge=50&maxAge=60&tattoos=many&eyeColour=blue`,
  `${place}&minAge=50&maxAge=60&tattoos=many&eyeColour=blue&region=Tirol`,
  `${all}&region=Tirol&tattoos=many`,
  `${all}&near=50&tattoos=few&eyeColour=grey`,
]

interface Site {
  caller: Member
  other: Member
  hidden: Member
}

/** Builds a caller, more members than a page has, and one to hide in the middle of the list. */
async function buildSite(): Promise<Site> {
  await site.context.db.deleteFrom('users').execute()
  await site.context.db.deleteFrom('profileSearch').execute()
  const inVienna = { country: 'AT', region: 'Wien', city: 'Wien' } as const
  const woman = async (input: Parameters<typeof buildMember>[1] = {}) => {
    site.clock.advance(1000)
    const member = await buildMember(site.context, { ...inVienna, photos: ['public'], ...input })
    await setPosition(site.context, { userId: member.userId, position: vienna })
    return member
  }
  for (let index = 0; index < 13; index += 1) await woman()
  const hidden = await woman(rare)
  for (let index = 0; index < 12; index += 1) await woman()
  const other = await woman()
  const caller = await woman({ gender: 'male' })
  return { caller, other, hidden }
}

async function erase({ userId }: Member) {
  await site.context.transaction(async (tx) => {
    await emit(tx, accountErased, { userId })
    await tx.deleteFrom('users').where('id', '=', userId).execute()
  })
}

async function ask(url: string, cookie: string) {
  const { statusCode, headers, payload } = await site.app.inject({ url, headers: { cookie } })
  // `ratelimit` counts the caller's own requests.
  const { date: _, ratelimit: _count, ...rest } = headers
  return { url, statusCode, headers: rest, payload }
}

/** Returns all answers about lists of members. */
async function answersTo(cookie: string, { other }: Site) {
  const answers = []
  for (const query of searches) answers.push(await ask(`/api/members?${query}`, cookie))
  const next = JSON.parse(answers[1]?.payload ?? '{}').next as string | null
  answers.push(await ask(`/api/members?${all}&after=${next}`, cookie))
  if (!cookie) return answers
  for (const query of [...searches.filter((each) => !each.includes('page=')), ...narrowed])
    answers.push(await ask(`/api/members/suggestions?${query}`, cookie))
  answers.push(await ask(`/api/members/${other.profileId}/similar`, cookie))
  return answers
}

const setColumn = (column: 'deletedAt' | 'disabledAt' | 'pausedAt') => (world: Site) =>
  site.context.db
    .updateTable('users')
    .set({ [column]: site.clock.now() })
    .where('id', '=', world.hidden.userId)
    .execute()

const setMode =
  (change: { isInvisible?: boolean; isPrivate?: boolean; isVisibleToVisitors?: boolean }) => (world: Site) =>
    changePrivacy(site.context, { viewer: { userId: world.hidden.userId } as Viewer, change })

const block = (by: 'caller' | 'hidden', of: 'caller' | 'hidden') => async (world: Site) => {
  await site.call(blockProfile, { params: { profileId: world[of].profileId } }, world[by])
}

describe('the lists of members are the same as if a member did not exist who', () => {
  test.each<[string, 'member' | 'visitor', (world: Site) => Promise<unknown>]>([
    ['is invisible', 'member', setMode({ isInvisible: true })],
    ['is invisible', 'visitor', setMode({ isInvisible: true })],
    ['is not visible to visitors', 'visitor', setMode({ isVisibleToVisitors: false })],
    ['is deleted', 'member', setColumn('deletedAt')],
    ['is deleted', 'visitor', setColumn('deletedAt')],
    ['is disabled', 'member', setColumn('disabledAt')],
    ['is paused', 'member', setColumn('pausedAt')],
    ['blocked the caller', 'member', block('hidden', 'caller')],
    ['is blocked by the caller', 'member', block('caller', 'hidden')],
  ])('%s: %s', async (_, role, hide) => {
    const world = await buildSite()
    const cookie = role === 'member' ? world.caller.cookie : ''
    const answers = await answersTo(cookie, world)
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(answers.some(({ payload }) => payload.includes(world.hidden.profileId))).toBe(true)
    await hide(world)
    await site.context.events.drain()
    const hidden = await answersTo(cookie, world)
    await erase(world.hidden)
    const without = await answersTo(cookie, world)
    expect(hidden).toEqual(without)
    expect(answers).not.toEqual(hidden)
  })

  test('is in privacy mode and was active again on the same day', async () => {
    const world = await buildSite()
    await setMode({ isPrivate: true })(world)
    const before = await answersTo(world.caller.cookie, world)
    const activity = [{ userId: world.hidden.userId, at: site.clock.now() }]
    await storeActivity(site.context.db, { activity, onlineSince: new Date(0) })
    expect(await answersTo(world.caller.cookie, world)).toEqual(before)
  })
})
