import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { ImageError } from '#server/platform/images/images.ts'
import { demoPeople } from './members.ts'
import { seedFirst, seedRest } from './seed.ts'

let site: TestApp
const members = 70
const firstMembers = 50

beforeEach(async () => {
  site = await startTestApp()
  // Portraits have tests of their own, and take most of the time.
  vi.spyOn(site.context.images, 'process').mockResolvedValue(image)
})
afterEach(() => site.close())

const rendition = { webp: new Uint8Array(8), avif: null, width: 480, height: 640 }
const image = {
  width: 600,
  height: 800,
  preview: '',
  fingerprint: null,
  explicitness: null,
  sizes: { large: rendition, medium: rendition, tile: rendition, thumb: rendition, locked: rendition },
}

const options = () => ({ members, firstMembers, onProgress: () => {}, signal: new AbortController().signal })

async function count() {
  const { rows } = await site.context.database.pool.query<Record<string, number>>(`
    select (select count(*)::int from users) as users, (select count(*)::int from photos) as photos,
      (select count(distinct storage_key)::int from photos) as files,
      (select count(*)::int from likes) as likes, (select count(*)::int from messages) as messages`)
  return rows[0] ?? {}
}

test('the first members are those that the demo accounts find, with likes and messages; the others follow', async () => {
  const { context } = site
  expect(await seedFirst(context, options())).toBe(true)
  const first = await count()
  expect(first['users']).toBe(firstMembers)
  expect(first['likes']).toBeGreaterThan(10)
  expect(first['messages']).toBeGreaterThan(4)
  const { rows: countries } = await context.database.pool.query(
    `select country from profiles join users on users.id = user_id order by users.id limit 10`,
  )
  expect(new Set(countries.map(({ country }) => country))).toEqual(new Set(['GB', 'FR']))

  // The process is killed in the middle, then the next start continues.
  const { signal } = new AbortController()
  vi.spyOn(context.images, 'process').mockRejectedValue(new ImageError('not_an_image'))
  await expect(seedRest(context, { ...options(), signal })).rejects.toMatchObject({
    code: 'profiles.photo_not_an_image',
  })
  vi.spyOn(context.images, 'process').mockResolvedValue(image)
  expect(await seedFirst(context, options())).toBe(true)
  expect(await count()).toMatchObject({ likes: first['likes'], messages: first['messages'] })
  await seedRest(context, options())
  const complete = await count()
  expect(complete['users']).toBe(members)
  const photos = demoPeople(context, { members }).reduce((sum, person) => sum + person.photos.length, 0)
  expect(complete['files']).toBe(photos)

  expect(await seedFirst(context, options())).toBe(false)
  await seedRest(context, options())
  expect(await count()).toEqual(complete)
})

test('a small demo is complete before the site answers', async () => {
  expect(await seedFirst(site.context, { ...options(), members: 10 })).toBe(false)
  expect(await count()).toMatchObject({ users: 10 })
})
