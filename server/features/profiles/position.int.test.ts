import { afterAll, beforeAll, expect, test } from 'vitest'
import { POSITION_RATE } from '#contract/limits.ts'
import { setPosition, updateProfile } from '#contract/profiles/calls.ts'
import type { PositionChange } from '#contract/profiles/schemas.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { cellOf } from './rules.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const set = (body: PositionChange, member?: Member) => site.call(setPosition, { body }, member)
const build = (place: Partial<Parameters<ReturnType<typeof chatOn>['build']>[0]> = {}) => chatOn(site).build(place)
const inUtrecht = cellOf({ latitude: 52.09, longitude: 5.12 })
const inTexas = cellOf({ latitude: 30.27, longitude: -97.74 })

async function cellsOf({ userId }: Member) {
  const row = await site.context.db
    .selectFrom('profiles')
    .innerJoin('profileSearch', 'profileSearch.userId', 'profiles.userId')
    .select(['profiles.cell', 'profileSearch.cell as found'])
    .where('profiles.userId', '=', userId)
    .executeTakeFirstOrThrow()
  expect(row.found).toBe(row.cell)
  return row.cell
}

test('a new member is in the cell of the town; of an unknown town there is none', async () => {
  expect(await cellsOf(await build())).toBe(inUtrecht)
  expect(await cellsOf(await build({ country: 'US', region: 'Texas', city: 'Nowhere At All' }))).toBeNull()
})

test('a position of the device replaces it, and only its cell is stored', async () => {
  const anna = await build()
  expect(await set({ latitude: 30.2672, longitude: -97.7431 }, anna)).toMatchObject({ status: 200, reply: {} })
  expect(await cellsOf(anna)).toBe(inTexas)
})

test('a change of the profile sets the cell only when the member moves', async () => {
  const anna = await build()
  const home = { country: 'NL', region: 'Utrecht', city: 'Utrecht' } as const
  await set({ latitude: 30.2672, longitude: -97.7431 }, anna)
  await site.call(updateProfile, { body: { about: 'Hello', ...home } }, anna)
  expect(await cellsOf(anna)).toBe(inTexas)
  await site.call(updateProfile, { body: { country: 'NL', region: 'Zuid-Holland', city: 'Rotterdam' } }, anna)
  expect(await cellsOf(anna)).toBe(cellOf({ latitude: 51.92, longitude: 4.48 }))
  await site.call(updateProfile, { body: home }, anna)
  expect(await cellsOf(anna)).toBe(inUtrecht)
})

test('a member who takes the town away has no cell', async () => {
  const anna = await build()
  await site.call(updateProfile, { body: { country: 'NL', region: 'Utrecht', city: '' } }, anna)
  expect(await cellsOf(anna)).toBeNull()
})

test('the town of the profile can be chosen instead, if the map has it', async () => {
  const anna = await build()
  await set({ latitude: 30.2672, longitude: -97.7431 }, anna)
  expect((await set({ from: 'town' }, anna)).status).toBe(200)
  expect(await cellsOf(anna)).toBe(inUtrecht)
  const lost = await build({ country: 'US', region: 'Texas', city: 'Nowhere At All' })
  expect((await set({ from: 'town' }, lost)).error?.code).toBe('profiles.town_unknown')
})

test('visitors, positions off the map and more changes than a person makes are rejected', async () => {
  expect((await set({ from: 'town' })).error?.code).toBe('authentication_required')
  const anna = await build()
  const wrong = [{ latitude: 90.5, longitude: 0 }, { latitude: 1 }, { latitude: '52', longitude: 5 }, { from: 'ip' }]
  for (const body of wrong) expect((await set(body as never, anna)).error?.code).toBe('request.invalid')
  const bob = await build({ gender: 'male' })
  const all = await Promise.all(Array.from({ length: POSITION_RATE.max + 3 }, () => set({ from: 'town' }, bob)))
  expect(all.filter(({ error }) => error?.code === 'request.too_many').length).toBeGreaterThanOrEqual(3)
})
