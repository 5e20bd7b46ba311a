import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countries } from '#contract/countries.ts'
import { ImageError } from '#server/platform/images/images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { demoAccounts } from './accounts.ts'
import { createMembers, demoPeople } from './members.ts'

let site: TestApp

beforeEach(async () => {
  site = await startTestApp()
})
afterEach(() => site.close())

function create() {
  const signal = new AbortController().signal
  const people = demoPeople(site.context, { members: 2 })
  return createMembers(site.context, { people, demoPassword: 'unused', onProgress: () => {}, signal })
}

test('a portrait whose image process was lost is prepared again', async () => {
  const process = vi.spyOn(site.context.images, 'process').mockRejectedValueOnce(new ImageError('failed'))
  await create()
  const { rows } = await site.context.database.pool.query('select name from users join profiles on user_id = id')
  expect(rows).toHaveLength(demoAccounts.length)
  expect(process.mock.calls.length).toBeGreaterThan(2)
})

test('seeding ends with an error when portraits fail again and again, or are no images', async () => {
  vi.spyOn(site.context.images, 'process').mockRejectedValue(new ImageError('failed'))
  await expect(create()).rejects.toMatchObject({ code: 'profiles.photo_failed' })
  const process = vi.spyOn(site.context.images, 'process').mockRejectedValue(new ImageError('not_an_image'))
  process.mockClear()
  await expect(create()).rejects.toMatchObject({ code: 'profiles.photo_not_an_image' })
})

test('the members that exist before the site answers are of every country, most of those of the demo accounts', () => {
  const first = demoPeople(site.context, { members: 2000 }).slice(0, 120)
  const byCountry = Map.groupBy(first, ({ country }) => country)
  expect([...byCountry.keys()].toSorted()).toEqual(countries.toSorted())
  for (const compatriots of byCountry.values())
    expect(new Set(compatriots.map(({ gender }) => gender))).toEqual(new Set(['female', 'male']))
  expect(byCountry.get('GB')?.length).toBeGreaterThan(55)
  expect(byCountry.get('FR')?.length).toBeGreaterThan(16)
})

test('every member is created once, whatever the order', () => {
  for (const members of [0, 1, 10, 120, 2000]) {
    const emails = demoPeople(site.context, { members }).map(({ email }) => email)
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails).toHaveLength(Math.max(demoAccounts.length, members))
  }
})
