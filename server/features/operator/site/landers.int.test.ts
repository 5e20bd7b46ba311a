import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { getLander } from '#contract/landers/calls.ts'
import { landerSubject, type LanderKey } from '#contract/landers/lander-subject.ts'
import { OPERATOR_PAGE } from '#contract/limits.ts'
import { changeLanderContent, getLanderContent, listLanders } from '#contract/operator/site/lander-calls.ts'
import { listHistory, restoreVersion } from '#contract/operator/site/calls.ts'
import { changeLander } from '#server/features/landers/service.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
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
