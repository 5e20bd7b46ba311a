import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getCompanyInfo, getInterests, getRegions, getSettings, interests, Settings } from '#contract/settings.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { demoCompany } from './defaults.ts'
import { settingsChanged } from './events.ts'
import { findSites, insertSite } from './queries.ts'
import { changeSettings, openSites, siteById, siteOf } from './service.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  const { context } = site
  await context.transaction((tx) =>
    insertSite(tx, { domain: 'sparks.test', isDefault: false, company: demoCompany, at: context.clock.now() }),
  )
  await openSites(context)
  await changeSettings(context, { siteId: siteOf('sparks.test').id, settings: { name: 'Sparks', countries: ['FR'] } })
  await context.events.drain()
})
afterAll(() => site.close())

const get = (url: string, host = 'localhost') => site.app.inject({ url, headers: { host } })

describe('settings', () => {
  test('are those of the host', async () => {
    expect((await get('/api/settings', 'sparks.test:4500')).json().settings.name).toBe('Sparks')
    expect((await get('/api/settings', 'www.sparks.test')).json().settings.name).toBe('Sparks')
    expect((await get('/api/settings', 'elsewhere.example')).json().settings.name).toBe('Rendezvous')
  })

  test('carry every field of the contract under the spelling of the specification', async () => {
    const response = await get('/api/settings.php')
    expect(response.statusCode).toBe(200)
    expect(Settings.parse(response.json().settings)).toEqual(siteOf('localhost').settings)
  })

  test('of another domain can be asked for on a development host only', async () => {
    expect((await get('/api/settings?domain=sparks.test&ref=x')).json().settings.name).toBe('Sparks')
    expect((await get('/api/settings?domain=sparks.test', 'dating.example')).json().settings.name).toBe('Rendezvous')
  })

  test('are known at once where they were changed, and rejected when they make no sense', async () => {
    const { context } = site
    const { id } = siteOf('sparks.test')
    await changeSettings(context, { siteId: id, settings: { refund_days: 30 } })
    await context.events.drain()
    expect(siteById(id).settings).toMatchObject({ name: 'Sparks', refund_days: 30 })
    await expect(changeSettings(context, { siteId: id, settings: { niche: 8 } })).rejects.toThrow('niche')
    expect(siteById(id).settings.niche).toBe(1)
  })

  test('that the database has wrong fall back to the defaults one by one', async () => {
    const { context } = site
    const { id } = siteOf('sparks.test')
    await context.db
      .updateTable('sites')
      .set({ settings: JSON.stringify({ name: 'Sparks', message_length: -1 }) })
      .where('id', '=', id)
      .execute()
    context.events.publish(settingsChanged, { siteId: id })
    await context.events.drain()
    expect(siteOf('sparks.test').settings).toMatchObject({ name: 'Sparks', message_length: 1000 })
  })
})

describe('the web app manifest', () => {
  const path = '/manifest.webmanifest'

  test('names the app after the site and comes in the language of the request', async () => {
    const response = await site.app.inject({ url: path, headers: { 'accept-language': 'fr-FR, en' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('public, max-age=3600')
    expect(response.headers.vary).toContain('accept-language')
    expect(response.json()).toMatchObject({
      name: 'Rendezvous',
      short_name: 'Rendezvous',
      lang: 'fr',
      start_url: '/',
      display: 'standalone',
    })
  })

  test('of another host is that of its site', async () => {
    expect((await get(path, 'sparks.test')).json()).toMatchObject({ name: 'Sparks', lang: 'en' })
  })

  test('names icons that exist', async () => {
    const { icons } = (await get(path)).json<{ icons: { src: string; purpose?: string }[] }>()
    for (const { src } of icons) expect(existsSync(join(import.meta.dirname, '../../../web/public', src))).toBe(true)
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  })

  test('answers HEAD without a body', async () => {
    const response = await site.app.inject({ method: 'HEAD', url: path })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('')
  })
})

test('what another node changed is known soon', async () => {
  const { context } = site
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await openSites(context)
    const settings = JSON.stringify({ name: 'Sparks of another node' })
    await context.db.updateTable('sites').set({ settings }).where('domain', '=', 'sparks.test').execute()
    expect(siteOf('sparks.test').settings.name).not.toBe('Sparks of another node')
    vi.advanceTimersByTime(5 * SECOND)
    await vi.waitFor(() => expect(siteOf('sparks.test').settings.name).toBe('Sparks of another node'))
  } finally {
    vi.useRealTimers()
  }
})

test('interests, regions and company are the site’s', async () => {
  expect((await site.call(getInterests, {})).reply).toEqual({ interests: [...interests] })
  expect((await site.call(getRegions, {})).reply?.regions.NL).toContain('Utrecht')
  const { reply } = await site.call(getCompanyInfo, {})
  expect(reply?.companyinfo).toEqual({ ...demoCompany, added: site.clock.now().toISOString() })
})

test.each(['settings', 'interests', 'regions', 'companyinfo'])('/api/%s answers under both spellings', async (name) => {
  const [plain, php] = await Promise.all([get(`/api/${name}`), get(`/api/${name}.php`)])
  expect(plain.statusCode).toBe(200)
  expect(php.json()).toEqual(plain.json())
})

test('getSettings passes on what the page’s own query carries', async () => {
  const { status } = await site.call(getSettings, { query: { domain: 'sparks.test', utm_source: 'mail' } })
  expect(status).toBe(200)
})

test('of several nodes that start on an empty database one makes the default site', async () => {
  const { db } = site.context
  await db.deleteFrom('sites').execute()
  await Promise.all(Array.from({ length: 5 }, () => openSites(site.context)))
  const sites = await findSites(db)
  expect(sites).toMatchObject([{ domain: 'localhost', isDefault: true, settings: {} }])
  expect(siteOf('anything.example')).toMatchObject({ id: sites[0]?.id, isDefault: true })
})
