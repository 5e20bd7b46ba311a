import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEW_MEMBER_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { buildMember } from '#tests/support/builders.ts'
import { likesOn } from '#tests/support/likes.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let likes: ReturnType<typeof likesOn>
beforeAll(async () => {
  site = await startTestApp()
  likes = likesOn(site)
})
afterAll(() => site.close())

test('a list says what its members share with the viewer, as far as they and the site show it', async () => {
  const build = (values: object) => buildMember(site.context, { gender: 'male', city: '', ...values })
  const earlier = await build({ interests: ['music'] })
  site.clock.advance((NEW_MEMBER_DAYS + 1) * DAY)
  const home = { country: 'FR', region: 'Bretagne', city: 'Brest' }
  const anna = await build({ ...home, gender: 'female', interests: ['beach', 'wine'] })
  const alike = { interests: ['wine', 'music', 'beach'] }
  const neighbour = await build({ ...home, ...alike, city: 'BREST' })
  const namesake = await build({ ...home, region: 'Occitanie' })
  const reserved = await build({ ...alike, isPrivate: true })
  for (const member of [earlier, neighbour, namesake, reserved]) await likes.like(anna, member)

  const reasons = async () => {
    const { results } = await likes.tab(anna, 'sent')
    return Object.fromEntries(
      results.map(({ id, isNewMember, sharedInterests, isSameTown }) => [
        id,
        { isNewMember, sharedInterests, isSameTown },
      ]),
    )
  }
  const nothing = { isNewMember: true, sharedInterests: [], isSameTown: false }
  expect(await reasons()).toEqual({
    [earlier.profileId]: { ...nothing, isNewMember: false },
    [neighbour.profileId]: { isNewMember: true, sharedInterests: ['wine', 'beach'], isSameTown: true },
    [namesake.profileId]: nothing,
    [reserved.profileId]: nothing,
  })

  const { db, sites } = site.context
  const settings = JSON.stringify({ visible_profile_fields: ['about'] })
  await db.updateTable('sites').set({ settings }).execute()
  await sites.refresh()
  expect((await reasons())[neighbour.profileId]).toEqual({ ...nothing, isSameTown: true })
})
