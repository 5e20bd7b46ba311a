import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { getLander } from '#contract/landers/calls.ts'
import { landerSubject, type LanderKey } from '#contract/landers/lander-subject.ts'
import sharp from 'sharp'
import { LANDER_IMAGE_DAYS, OPERATOR_PAGE, PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { clearUnusedImages } from '#server/features/landers/lander-images.ts'
import {
  addLanderImage,
  changeLanderContent,
  getLanderContent,
  listLanders,
} from '#contract/operator/site/lander-calls.ts'
import { listHistory, restoreVersion } from '#contract/operator/site/calls.ts'
import { changeLander } from '#tests/support/landers.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let owner: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  owner = await buildOperator(site.context)
})
afterAll(() => site.close())

const everyone = { siteId: null, niche: null, slug: null, country: null, language: null } as const
const keyOf = (key: Partial<LanderKey>): LanderKey => ({ lander: 'gallery', ...everyone, ...key })

type Content = InputOf<typeof changeLanderContent>['body']['content']

async function open({ lander, ...audience }: LanderKey) {
  const query = Object.fromEntries(Object.entries(audience).filter(([, value]) => value !== null))
  const { reply } = await site.call(getLanderContent, { params: { lander }, query }, owner)
  if (!reply) throw new Error('the content was not readable')
  return reply
}

async function change(key: LanderKey, content: Content, expectedVersion?: number) {
  const { lander, ...audience } = key
  const version = expectedVersion ?? (await open(key)).version
  const body = { audience, content, expectedVersion: version }
  return site.call(changeLanderContent, { params: { lander }, body }, owner)
}

const seenBy = async (lander: LanderKey['lander'], query: InputOf<typeof getLander>['query']) =>
  (await site.call(getLander, { params: { lander }, query })).reply

const lastAct = () =>
  site.context.db.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('the content of a landing page', () => {
  test('is set for some visitors, who see it, recorded, and put back by the history', async () => {
    const key = keyOf({ slug: 'summer', country: 'GB', language: 'fr' })
    const before = await open(key)
    expect(before).toMatchObject({ texts: {}, images: [], isOwn: false, version: 0 })
    expect(before.preview).toMatchObject({ niche: 'plain', country: 'GB', language: 'fr' })
    expect((await change(key, { texts: { title: 'Été' }, images: ['/brand/a.webp'] })).status).toBe(200)
    expect(await lastAct()).toMatchObject({
      act: 'lander_changed',
      subjectKind: 'lander',
      subjectId: 'gallery/_/_/summer/GB/fr',
    })
    expect(await seenBy('gallery', { slug: 'summer', language: 'fr' })).toMatchObject({
      texts: { title: 'Été' },
      images: ['/brand/a.webp'],
    })
    expect(await seenBy('gallery', { slug: 'summer', language: 'en' })).toMatchObject({ texts: {}, images: [] })
    expect(await open(key)).toMatchObject({ texts: { title: 'Été' }, isOwn: true, version: 1 })

    expect((await change(key, null)).status).toBe(200)
    expect(await seenBy('gallery', { slug: 'summer', language: 'fr' })).toMatchObject({ texts: {}, images: [] })
    const subject = landerSubject(key)
    const history = await site.call(listHistory, { query: { subject } }, owner)
    expect(history.reply?.versions.map(({ version, by }) => [version, by])).toEqual([
      [2, owner.name],
      [1, owner.name],
    ])
    const restored = { subject, version: 1, expectedVersion: 2 }
    expect((await site.call(restoreVersion, { body: restored }, owner)).status).toBe(200)
    expect(await open(key)).toMatchObject({ texts: { title: 'Été' }, images: ['/brand/a.webp'], version: 3 })
    expect(await lastAct()).toMatchObject({ act: 'version_restored', subjectKind: 'lander' })
    const undone = { subject, version: 0, expectedVersion: 3 }
    expect((await site.call(restoreVersion, { body: undone }, owner)).status).toBe(200)
    expect(await open(key)).toMatchObject({ isOwn: false, version: 4 })
  })

  test('has a preview of what its visitors see without it: less telling content, else the catalogue', async () => {
    await changeLander(site.context, { lander: 'video', content: { texts: { title: 'All', lead: 'All' } } })
    await changeLander(site.context, { lander: 'video', content: { niche: 4, texts: { lead: 'Niche' } } })
    const key = keyOf({ lander: 'video', niche: 4, slug: 'autumn', language: 'de' })
    await change(key, { texts: { title: 'Own' }, images: [] })
    const { preview, texts } = await open(key)
    expect(texts).toEqual({ title: 'Own' })
    expect(preview).toMatchObject({ niche: 'bbw', language: 'de', texts: { title: 'All', lead: 'Niche' } })
    expect(preview.texts.action).toBeTruthy()
    expect(preview.texts.kicker).not.toContain('{')
    const ofMember = await open(keyOf({ lander: 'landing' }))
    expect(ofMember.preview.texts.title).toContain(ofMember.preview.values.name)
    expect(ofMember.preview.texts.lead).toContain('34')
  })

  test('that another operator changed meanwhile is not overwritten', async () => {
    const key = keyOf({ slug: 'meanwhile' })
    await change(key, { texts: { title: 'First' }, images: [] }, 0)
    const late = await change(key, { texts: { title: 'Second' }, images: [] }, 0)
    expect(late.error?.code).toBe('settings.changed_meanwhile')
    expect((await open(key)).texts).toEqual({ title: 'First' })
  })

  test('of an unknown site is rejected', async () => {
    const { error } = await change(keyOf({ siteId: 9999 }), { texts: { title: 'x' }, images: [] })
    expect(error?.code).toBe('settings.site_not_found')
  })

  test.each([
    [{ texts: { headline: 'x' }, images: [] }],
    [{ texts: { title: '' }, images: [] }],
    [{ texts: { title: 'x'.repeat(301) }, images: [] }],
    [{ texts: {}, images: ['//evil.example/a.png'] }],
    [{ texts: {}, images: ['https://evil.example/a.png'] }],
    [{ texts: {}, images: Array.from({ length: 13 }, () => '/a.webp') }],
  ])('as %j is rejected', async (content) => {
    const { status, error } = await change(keyOf({ slug: 'bad' }), content as Content, 0)
    expect([status, error?.code]).toEqual([400, 'request.invalid'])
    expect((await open(keyOf({ slug: 'bad' }))).isOwn).toBe(false)
  })

  test.each(['lander/gallery/_/_/Bad/_/_', 'lander/nothing/_/_/_/_/_', 'lander/gallery'])(
    '%s has no history',
    async (subject) => {
      expect((await site.call(listHistory, { query: { subject } }, owner)).status).toBe(400)
    },
  )
})

describe('an uploaded image', () => {
  const upload = (source: Uint8Array<ArrayBuffer> | null) =>
    site.call(addLanderImage, { body: {} }, { ...owner, ...(source && { file: new Blob([source]) }) })
  const fetched = async (path: string) => (await site.app.inject(path)).statusCode
  const clear = async (days: number) => {
    const clock = { now: () => new Date(site.clock.now().getTime() + days * DAY + 1) }
    await clearUnusedImages({ ...site.context, clock })
    await site.context.jobs.runDue()
  }
  const build = async () => (await upload(new Uint8Array(await sampleImage()))).reply?.path ?? ''

  test('is encoded again, recorded, and sent to everyone with an address that never changes', async () => {
    const path = await build()
    expect(path).toMatch(/^\/lander-images\/[0-9a-f]{32}\.webp$/)
    expect(await lastAct()).toMatchObject({ act: 'lander_image_added', operatorId: owner.operatorId })
    const { statusCode, headers, rawPayload } = await site.app.inject(path)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/webp' })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 600, height: 800 })
    for (const other of ['x', `${'0'.repeat(32)}.webp`, `${'0'.repeat(32)}.svg`, '..%2f..%2fx.webp'])
      expect(await fetched(`/lander-images/${other}`)).toBe(404)
  })

  test('that is none, too large or too small is rejected, also an SVG with a script', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
    const text = (value: string) => new Uint8Array(Buffer.from(value))
    const codes = [
      await upload(null),
      await upload(text('no image')),
      await upload(text(svg)),
      await upload(new Uint8Array(await sampleImage({ width: 20, height: 20 }))),
      await upload(new Uint8Array(PHOTO_MAX_BYTES + 1)),
    ].map(({ error }) => error?.code)
    expect(codes).toEqual([
      'profiles.photo_not_an_image',
      'profiles.photo_not_an_image',
      'profiles.photo_not_an_image',
      'profiles.photo_too_small',
      expect.stringMatching(/too_large$/),
    ])
  })

  test('is shown by the page that names it, and stays while one does', async () => {
    const [path, key] = [await build(), keyOf({ slug: 'uploaded' })]
    await change(key, { texts: {}, images: [path] })
    expect((await seenBy('gallery', { slug: 'uploaded' }))?.images).toEqual([path])
    await clear(10 * LANDER_IMAGE_DAYS)
    expect(await fetched(path)).toBe(200)

    await change(key, { texts: { title: 'Without' }, images: [] })
    await clear(LANDER_IMAGE_DAYS - 1)
    expect(await fetched(path)).toBe(200)
    const subject = landerSubject(key)
    const undo = (expectedVersion: number) =>
      site.call(restoreVersion, { body: { subject, version: 1, expectedVersion } }, owner)
    expect((await undo(2)).status).toBe(200)
    expect((await open(key)).images).toEqual([path])
    await clear(LANDER_IMAGE_DAYS)
    expect(await fetched(path)).toBe(200)

    await change(key, { texts: { title: 'Without' }, images: [] })
    await clear(LANDER_IMAGE_DAYS)
    expect(await fetched(path)).toBe(404)
    expect((await undo(4)).status).toBe(200)
    expect((await open(key)).images).toEqual([])
  })

  test('that was never used is deleted, and content that names no image is rejected', async () => {
    const path = await build()
    await clear(LANDER_IMAGE_DAYS)
    expect(await fetched(path)).toBe(404)
    for (const wrong of [path, '/lander-images/x.webp']) {
      const { error } = await change(keyOf({ slug: 'missing' }), { texts: {}, images: [wrong] }, 0)
      expect(error?.fields?.['images']?.code).toBe('settings.image_path_invalid')
    }
  })
})

test('the list has all content in pages, the newest first', async () => {
  for (let nth = 0; nth < OPERATOR_PAGE; nth += 1)
    await changeLander(site.context, { lander: 'maplanding', content: { slug: `s-${nth}`, texts: { title: 'x' } } })
  const first = await site.call(listLanders, { query: {} }, owner)
  expect(first.reply?.contents).toHaveLength(OPERATOR_PAGE)
  expect(first.reply?.contents[0]).toMatchObject({ lander: 'maplanding', slug: `s-${OPERATOR_PAGE - 1}` })
  const { next = null } = first.reply ?? {}
  if (next === null) throw new Error('there is no next page')
  const second = await site.call(listLanders, { query: { before: next } }, owner)
  expect(second.reply?.contents.some(({ lander }) => lander === 'video')).toBe(true)
  expect(second.reply?.next).toBeNull()
})
