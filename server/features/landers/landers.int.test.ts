import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { getLander } from '#contract/landers/calls.ts'
import { landers, nicheNames } from '#contract/landers/landers.ts'
import { LANDER_SLUG_MAX_LENGTH, LANDER_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { demoCompany } from '#server/features/settings/defaults.ts'
import { insertSite } from '#server/features/settings/queries.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { changeLander, type LanderChange } from '#tests/support/landers.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { SHARE_IMAGE_SIZE } from '#server/platform/images/share-image.ts'

let site: TestApp
const CURVES = 'curves.test'

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  const { context } = site
  await context.transaction((tx) =>
    insertSite(tx, { domain: CURVES, isDefault: false, company: demoCompany, at: context.clock.now() }),
  )
  await context.sites.refresh()
  await changeSettings(context, { siteId: context.sites.of(CURVES).id, settings: { niche: 4, countries: ['FR'] } })
  await context.events.drain()
})
afterAll(() => site.close())

type Query = NonNullable<InputOf<typeof getLander>['query']>

async function open(query: Query = {}, { lander = 'gallery', host = 'localhost' } = {}) {
  // A wrong name reaches the server only in a test.
  const input = { params: { lander: lander as 'gallery' }, query }
  return site.call(getLander, input, { headers: { host } })
}
const textsOf = async (...input: Parameters<typeof open>) => (await open(...input)).reply?.texts

describe('content of a landing page', () => {
  test('is empty for every page until an operator sets some, and names the niche and the country of the site', async () => {
    for (const lander of landers) {
      const { status, reply } = await open({}, { lander })
      expect([status, reply]).toEqual([200, { niche: 'plain', country: 'GB', texts: {}, images: [] }])
    }
    const { reply } = await open({}, { host: CURVES })
    expect(reply).toMatchObject({ niche: 'bbw', country: 'FR' })
  })

  test('differs by niche, slug, country and language, and the same visitors get the last that was set', async () => {
    const set = (content: LanderChange) => changeLander(site.context, { lander: 'video', content })
    const at = { lander: 'video' }
    await set({ texts: { title: 'everyone', lead: 'everyone' }, images: ['/a.webp'] })
    await set({ niche: 4, texts: { title: 'niche 4' } })
    await set({ language: 'fr', texts: { title: 'français' } })
    await set({ country: 'FR', language: 'fr', texts: { title: 'France' } })
    await set({ slug: 'summer', texts: { title: 'old' }, images: ['/b.webp'] })
    await set({ slug: 'summer', texts: { title: 'summer' }, images: ['/b.webp'] })
    expect(await textsOf({}, at)).toEqual({ title: 'everyone', lead: 'everyone' })
    expect(await textsOf({ language: 'en' }, { ...at, host: CURVES })).toMatchObject({ title: 'niche 4' })
    expect(await textsOf({ language: 'fr' }, at)).toMatchObject({ title: 'français' })
    expect(await textsOf({ language: 'fr' }, { ...at, host: CURVES })).toMatchObject({ title: 'France' })
    expect((await open({ slug: 'summer', language: 'fr' }, at)).reply).toMatchObject({
      texts: { title: 'summer', lead: 'everyone' },
      images: ['/b.webp'],
    })
    expect(await textsOf({ slug: 'winter' }, at)).toEqual({ title: 'everyone', lead: 'everyone' })
    expect(await textsOf()).toEqual({})
  })

  test('of one site is not that of another', async () => {
    const content = { siteId: site.context.sites.of(CURVES).id, texts: { title: 'curves' } }
    await changeLander(site.context, { lander: 'landing3', content })
    expect(await textsOf({}, { lander: 'landing3', host: CURVES })).toEqual({ title: 'curves' })
    expect(await textsOf({}, { lander: 'landing3' })).toEqual({})
  })

  test('that is invalid, as written in SQL, does not break the page', async () => {
    const { db } = site.context
    await changeLander(site.context, { lander: 'landing2', content: { texts: { title: 'fine' } } })
    for (const [index, invalid] of [{ texts: { headline: 'x' } }, { images: ['https://evil.example/a.png'] }].entries())
      await db
        .insertInto('landerContents')
        .values({
          lander: 'landing2',
          slug: `wrong-${index}`,
          ...(invalid.texts && { texts: JSON.stringify(invalid.texts) }),
          ...(invalid.images && { images: JSON.stringify(invalid.images) }),
        })
        .execute()
    for (const slug of ['wrong-0', 'wrong-1'])
      expect((await open({ slug }, { lander: 'landing2' })).reply).toMatchObject({
        texts: { title: 'fine' },
        images: [],
      })
  })
})

describe('image for link previews', () => {
  const image = (file: string, host = 'localhost') => site.app.inject({ url: `/share/${file}`, headers: { host } })
  const bytes = async (...asked: Parameters<typeof image>) => (await image(...asked)).rawPayload.toString('base64')

  test('is one of 1200 × 630 for each page, different from all others', async () => {
    const images = await Promise.all(landers.map((name) => image(`${name}.jpg`)))
    for (const { statusCode, headers, rawPayload } of images) {
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/jpeg',
        'public, max-age=86400',
      ])
      expect(jpegSize(rawPayload)).toEqual(SHARE_IMAGE_SIZE)
    }
    expect(new Set(images.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(landers.length)
  })

  test('has the words of the language, the country, the campaign and the site', async () => {
    const content = { slug: 'autumn', texts: { title: 'Leaves on the way to {site}' } }
    await changeLander(site.context, { lander: 'maplanding', content })
    const query = 'language=en&country=GB'
    const images = await Promise.all([
      bytes(`maplanding.jpg?${query}`),
      bytes('maplanding.jpg?language=fr&country=GB'),
      bytes('maplanding.jpg?language=en&country=FR'),
      bytes(`maplanding.jpg?${query}&slug=autumn`),
    ])
    expect(new Set(images).size).toBe(images.length)
    // A slug that no content names shows the page without one.
    expect(await bytes(`maplanding.jpg?${query}&slug=nothing`)).toBe(images[0])
    await changeSettings(site.context, { siteId: site.context.sites.of(CURVES).id, settings: { name: 'Curves' } })
    await site.context.events.drain()
    const [curves, other] = await Promise.all([bytes('video.jpg', CURVES), bytes('video.jpg')])
    expect(curves).not.toBe(other)
  })

  test.each([
    'language=xx',
    'country=XX',
    'slug=%3Cscript%3E',
    `slug=${'a'.repeat(10_000)}`,
    'language=en&language=fr',
  ])('%s is rejected', async (query) => {
    expect((await image(`gallery.jpg?${query}`)).statusCode).toBe(404)
  })

  test.each(['nothing.jpg', 'gallery', 'gallery.png', '__proto__.jpg', 'gallery.jpg%00', '..%2fshare.jpg'])(
    '%s does not exist',
    async (file) => {
      expect((await image(file)).statusCode).toBe(404)
    },
  )
})

/** Reads width and height from the first block that has them. */
function jpegSize(file: Buffer) {
  const start = file.indexOf(Buffer.from([0xff, 0xc0]))
  return { height: file.readUInt16BE(start + 5), width: file.readUInt16BE(start + 7) }
}

describe('bad input', () => {
  test.each([
    ['an unknown page', { lander: 'nothing' }, {}],
    ['a script as slug', {}, { slug: '<script>' }],
    ['a long slug', {}, { slug: 'a'.repeat(LANDER_SLUG_MAX_LENGTH + 1) }],
    ['a slug of 10 kB', {}, { slug: 'a'.repeat(10_000) }],
    ['an unknown language', {}, { language: 'xx' as 'en' }],
  ])('%s is rejected', async (_name, where, query) => {
    const { status, error } = await open(query, where)
    expect([status, error?.code]).toEqual([400, 'request.invalid'])
  })

  test('an operator cannot set an unknown text, a long one, or an image of another host', async () => {
    const set = (content: object) => changeLander(site.context, { lander: 'gallery', content })
    await expect(set({ texts: { headline: 'x' } })).rejects.toThrow('headline')
    await expect(set({ texts: { title: 'x'.repeat(LANDER_TEXT_MAX_LENGTH + 1) } })).rejects.toThrow('title')
    await expect(set({ images: ['//evil.example/a.png'] })).rejects.toThrow('pattern')
    await expect(set({ niche: nicheNames.length + 1 })).rejects.toThrow('niche')
    await expect(set({ slug: '../x' })).rejects.toThrow('slug')
    expect(await textsOf()).toEqual({})
  })
})
