import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { blockProfile } from '#contract/moderation/calls.ts'
import { memberImagePath } from '#contract/profiles/photo-urls.ts'
import { updatePrivacy } from '#contract/profiles/calls.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { renderSvgAsJpeg } from '#server/platform/images/render-svg.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { photoFile } from '../photo-files.ts'

let site: TestApp
let anna: Member

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await chatOn(site).build({ name: 'Anna', photos: ['public'] })
  await storeFile(anna, '#7c3aed')
})

/** Photos of the builder have no files. */
async function storeFile({ userId }: Member, colour: string) {
  const { db, storage } = site.context
  const { storageKey } = await db
    .selectFrom('photos')
    .select('storageKey')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="${colour}"/></svg>`
  await storage.put(photoFile(storageKey, 'large'), await renderSvgAsJpeg(svg, { quality: 80 }), {
    contentType: 'image/webp',
  })
}

const open = ({ profileId }: Pick<Member, 'profileId'>, viewer?: Member) =>
  site.app.inject({ url: memberImagePath(profileId), headers: viewer ? { cookie: viewer.cookie } : {} })
const statusOf = async (...asked: Parameters<typeof open>) => (await open(...asked)).statusCode
const change = (member: Member, table: 'users' | 'photos' | 'profiles', values: object) =>
  site.context.db
    .updateTable(table)
    .set(values)
    .where(table === 'users' ? 'id' : 'userId', '=', member.userId)
    .execute()

describe('the image of a link to a member', () => {
  test('shows the photo with name and age, is stored nowhere, and changes with them', async () => {
    const image = await open(anna)
    expect([image.statusCode, image.headers['content-type'], image.headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ])
    expect((await open(anna)).rawPayload.equals(image.rawPayload)).toBe(true)
    await change(anna, 'profiles', { name: 'Annabelle' })
    const renamed = await open(anna)
    expect([renamed.statusCode, renamed.rawPayload.equals(image.rawPayload)]).toEqual([200, false])
  })

  test('is rendered once for all who ask at the same time, and again after a failure', async () => {
    const opened = vi.spyOn(site.context.storage, 'open')
    opened.mockRejectedValueOnce(new Error('the store does not answer'))
    expect(await statusOf(anna)).toBe(500)
    const images = await Promise.all(Array.from({ length: 5 }, () => open(anna)))
    expect(images.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(opened).toHaveBeenCalledTimes(2)
    opened.mockRestore()
  })

  test('is the same for a member who is logged in, also one who is blocked', async () => {
    const bob = await chatOn(site).build({ name: 'Bob', gender: 'male' })
    await site.call(blockProfile, { params: { profileId: bob.profileId } }, anna)
    const [image, seen] = await Promise.all([open(anna), open(anna, bob)])
    expect([seen.statusCode, seen.rawPayload.equals(image.rawPayload)]).toEqual([200, true])
  })

  test.each([
    ['paused', 'users', () => ({ pausedAt: new Date() })],
    ['deleted', 'users', () => ({ deletedAt: new Date() })],
    ['invisible', 'profiles', () => ({ isInvisible: true })],
    ['in privacy mode', 'profiles', () => ({ isPrivate: true })],
    ['fictional', 'profiles', () => ({ isFictional: true })],
    ['without an approved photo', 'photos', () => ({ status: 'pending' })],
  ] as const)('does not exist for a member who is %s, also after it was shown', async (_name, table, values) => {
    expect(await statusOf(anna)).toBe(200)
    await change(anna, table, values())
    expect(await statusOf(anna)).toBe(404)
  })

  test('does not exist for a member with a private photo alone', async () => {
    const reserved = await chatOn(site).build({ photos: ['private'] })
    await storeFile(reserved, '#be185d')
    expect(await statusOf(reserved)).toBe(404)
  })

  test('does not exist where the member or the site hides profiles from visitors', async () => {
    await site.call(updatePrivacy, { body: { isVisibleToVisitors: false } }, anna)
    expect(await statusOf(anna)).toBe(404)
    await site.call(updatePrivacy, { body: { isVisibleToVisitors: true } }, anna)
    expect(await statusOf(anna)).toBe(200)
    const { context } = site
    const siteId = context.sites.of('localhost').id
    await changeSettings(context, { siteId, settings: { logged_out_search: 'none' } })
    await context.events.drain()
    expect(await statusOf(anna)).toBe(404)
    await changeSettings(context, { siteId, settings: { logged_out_search: 'all' } })
    await context.events.drain()
  })

  test.each(['x'.repeat(14), 'not-an-id', '..%2f..%2fetc', 'a'.repeat(90), '__proto__', "%00'--"])(
    '%s has none',
    async (profileId) => {
      expect(await statusOf({ profileId })).toBe(404)
    },
  )
})
