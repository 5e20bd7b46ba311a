import { sql } from 'kysely'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fastify } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { GEOCODE_RATE } from '#contract/limits.ts'
import { getCities, getCompanyInfo, getInterests, getRegions } from '#contract/settings/calls.ts'
import { interests } from '#contract/settings/interests.ts'
import { PublicSettings, type Settings } from '#contract/settings/schemas.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { productionEnvironment } from '#tests/support/programs/production.ts'
import { demoCompany } from './defaults.ts'
import { iconRoutes } from './icons.ts'
import { settingsChanged } from './events.ts'
import { findSites, insertSite } from './queries.ts'
import { changeSettings, Sites } from './service.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  const { context } = site
  await context.transaction((tx) =>
    insertSite(tx, { domain: 'sparks.test', isDefault: false, company: demoCompany, at: context.clock.now() }),
  )
  await context.sites.refresh()
  await changeSettings(context, {
    siteId: context.sites.of('sparks.test').id,
    settings: { name: 'Sparks', countries: ['FR'] },
  })
  await context.events.drain()
})
afterAll(() => site.close())

/** An entry of the manifest. */
interface ManifestImage {
  src: string
  sizes: string
  purpose?: string
}

const get = (url: string, host = 'localhost') => site.app.inject({ url, headers: { host } })

describe('settings', () => {
  test('are those of the host', async () => {
    expect((await get('/api/settings', 'sparks.test:4500')).json().settings.name).toBe('Sparks')
    expect((await get('/api/settings', 'www.sparks.test')).json().settings.name).toBe('Sparks')
    expect((await get('/api/settings', 'elsewhere.example')).json().settings.name).toBe('Rendezvous')
  })

  test('have every field of the contract', async () => {
    const response = await get('/api/settings.php')
    expect(response.statusCode).toBe(200)
    const { settings } = response.json()
    const own = site.context.sites.of('localhost').settings
    expect(PublicSettings.strict().parse(settings)).toEqual(settings)
    expect(own).toMatchObject(settings)
    // Not for visitors: how campaigns and suspicious messages are recognised. Age checks are in `User`.
    const hidden = Object.keys(own).filter((name) => !(name in settings))
    expect(hidden.toSorted()).toEqual([
      'age_check_countries',
      'signal_contact_messages',
      'signal_opener_copies',
      'signal_phrases',
      'signal_reporters',
      'traffic_sources',
    ])
  })

  test('say whether the site is a demo', async () => {
    expect((await get('/api/settings')).json().isDemo).toBe(true)
    const production = await startTestApp({ environment: productionEnvironment })
    expect((await production.app.inject('/api/settings')).json().isDemo).toBe(false)
    await production.close()
  })

  test('of another domain are available on a development host only', async () => {
    expect((await get('/api/settings?domain=sparks.test&ref=x')).json().settings.name).toBe('Sparks')
    expect((await get('/api/settings?domain=sparks.test', 'dating.example')).json().settings.name).toBe('Rendezvous')
  })

  test('apply at once on the node that changed them, and are rejected when invalid', async () => {
    const { context } = site
    const { id } = context.sites.of('sparks.test')
    await changeSettings(context, { siteId: id, settings: { refund_days: 30 } })
    await context.events.drain()
    expect(context.sites.byId(id).settings).toMatchObject({ name: 'Sparks', refund_days: 30 })
    await expect(changeSettings(context, { siteId: id, settings: { niche: 8 } })).rejects.toThrow('niche')
    expect(context.sites.byId(id).settings.niche).toBe(1)
  })

  test('that are invalid in the database fall back to the defaults one by one', async () => {
    const { context } = site
    const { id } = context.sites.of('sparks.test')
    await context.db
      .updateTable('sites')
      .set({ settings: JSON.stringify({ name: 'Sparks', message_length: -1 }) })
      .where('id', '=', id)
      .execute()
    context.events.publish(settingsChanged, { siteId: id })
    await context.events.drain()
    expect(context.sites.of('sparks.test').settings).toMatchObject({ name: 'Sparks', message_length: 1000 })
  })
})

describe('the web app manifest', () => {
  beforeAll(async () => {
    const { context } = site
    await context.transaction((tx) =>
      insertSite(tx, { domain: 'icons.test', isDefault: false, company: demoCompany, at: context.clock.now() }),
    )
    await context.sites.refresh()
  })

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

  test('names icons and screenshots that exist, in their size', async () => {
    const { icons, screenshots } = (await get(path)).json<Record<'icons' | 'screenshots', ManifestImage[]>>()
    for (const { src, sizes } of [...icons, ...screenshots]) {
      const { width, height } = await sharp((await get(src)).rawPayload).metadata()
      expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
    expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'maskable', 'monochrome'])
  })

  test('has icons in the colours of the site, at addresses of their own', async () => {
    const before = (await get('/icons/192.png', 'icons.test')).rawPayload
    await changeBrand({ accent_colour: '#00aa00', secondary_colour: '#00aa00' })
    const { icons } = (await get(path, 'icons.test')).json<{ icons: ManifestImage[] }>()
    expect(icons[0]?.src).toMatch(/^\/icons\/192\.png\?v=[\w-]{8}$/)
    const after = await get(icons[0]?.src ?? '', 'icons.test')
    expect(after.headers['content-type']).toBe('image/png')
    expect(after.rawPayload.equals(before)).toBe(false)
    const at = await pixelsOf(after.rawPayload)
    expect([at(96, 96), at(96, 8), at(0, 0)]).toEqual(['ffffffff', '00aa00ff', '00000000'])
    // A logo that this server does not have, or that is no file of the web app.
    for (const logo of ['/missing.svg', '/../package.json']) {
      await changeBrand({ logo })
      expect((await get('/icons/192.png', 'icons.test')).rawPayload.equals(after.rawPayload)).toBe(true)
    }
    await changeBrand({ logo: '', accent_colour: '', secondary_colour: '' })
  })

  test('has icons made from the logo, where that is a file of the web app', async () => {
    const folder = await mkdtemp(join(inject('testFolder'), 'web-'))
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0a0"/></svg>'
    await writeFile(join(folder, 'logo.svg'), logo)
    await changeBrand({ logo: '/logo.svg' })
    const app = fastify()
    iconRoutes(app, { ...site.context, folder })
    const icon = await app.inject({ url: '/icons/192.png', headers: { host: 'icons.test' } })
    const at = await pixelsOf(icon.rawPayload)
    expect([at(96, 96), at(96, 10), at(0, 0)]).toEqual(['00aa00ff', 'ffffffff', '00000000'])
    await changeBrand({ logo: '' })
    await app.close()
  })

  test.each(['/icons/logo.png', '/icons/193.png', '/icons/..%2fsecret'])('%s does not exist', async (file) => {
    expect((await get(file)).statusCode).toBe(404)
  })

  async function changeBrand(brand: Partial<Settings>) {
    const { id } = site.context.sites.of('icons.test')
    await changeSettings(site.context, { siteId: id, settings: brand })
    await vi.waitFor(() => expect(site.context.sites.of('icons.test').settings).toMatchObject(brand))
  }

  /** Returns a function that reads one pixel, as hexadecimal RGBA. */
  async function pixelsOf(image: Buffer) {
    const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return (x: number, y: number) =>
      data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4).toString('hex')
  }

  test('answers HEAD without a body', async () => {
    const response = await site.app.inject({ method: 'HEAD', url: path })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('')
  })
})

describe('a change made in SQL', () => {
  async function rename(name: string) {
    const settings = JSON.stringify({ name })
    await site.context.db.updateTable('sites').set({ settings }).where('domain', '=', 'sparks.test').execute()
  }
  const nameHere = () => site.context.sites.of('sparks.test').settings.name

  test('applies on every node', async () => {
    const other = new Sites(site.context)
    await other.start()
    try {
      await rename('Sparks of another node')
      for (const sites of [site.context.sites, other])
        await vi.waitFor(() => expect(sites.of('sparks.test').settings.name).toBe('Sparks of another node'))
    } finally {
      other.stop()
    }
  })

  test('while a node does not hear of it applies once its connection is back', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'rendezvous listen' and datname = current_database()`.execute(site.context.db)
    await rename('Sparks of the gap')
    await vi.waitFor(() => expect(nameHere()).toBe('Sparks of the gap'))
  })
})

test('two apps in one process have their own sites', async () => {
  const other = await startTestApp()
  try {
    await changeSettings(other.context, { siteId: other.context.sites.of('localhost').id, settings: { name: 'Other' } })
    await other.context.events.drain()
    expect(other.context.sites.of('localhost').settings.name).toBe('Other')
    expect(site.context.sites.of('localhost').settings.name).toBe('Rendezvous')
  } finally {
    await other.close()
  }
  expect(site.context.sites.of('localhost').settings.name).toBe('Rendezvous')
})

test('interests, regions and company are those of the site', async () => {
  expect((await site.call(getInterests, {})).reply).toEqual({ interests: [...interests] })
  expect((await site.call(getRegions, {})).reply?.regions.NL).toEqual({
    label: 'province',
    regions: expect.arrayContaining(['Utrecht']),
  })
  const { reply } = await site.call(getCompanyInfo, {})
  expect(reply?.companyinfo).toEqual({ ...demoCompany, added: site.clock.now().toISOString() })
})

describe('lists that browsers keep', () => {
  test.each(['interests', 'regions', 'companyinfo', 'cities?country=NL&region=Utrecht&q=am'])(
    '/api/%s',
    async (name) => {
      const first = await get(`/api/${name}`)
      expect(first.statusCode).toBe(200)
      expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+$/)
      const etag = String(first.headers.etag)
      const again = await site.app.inject({
        url: `/api/${name}`,
        headers: { host: 'localhost', 'if-none-match': etag },
      })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const other = await site.app.inject({
        url: `/api/${name}`,
        headers: { host: 'localhost', 'if-none-match': '"x"' },
      })
      expect(other.statusCode).toBe(200)
    },
  )
})

describe('cities', () => {
  test('are those of the region that match', async () => {
    const { reply } = await site.call(getCities, { query: { country: 'NL', region: 'Utrecht', q: 'AMERS' } })
    expect(reply?.cities[0]).toBe('Amersfoort')
  })

  test.each([
    'country=XX&region=a',
    'country=NL',
    `country=NL&region=a&q=${'x'.repeat(200)}`,
    'country=NL&region=a&z=1',
  ])('are rejected for ?%s', async (query) => expect((await get(`/api/cities?${query}`)).statusCode).toBe(400))
})

describe('the place of a position', () => {
  test('is the nearest city, which the browser keeps for an hour', async () => {
    const response = await get('/api/geocode.php?lat=52.09&lon=5.12')
    expect(response.json()).toEqual({ geocode: { country: 'NL', region: 'Utrecht', city: 'Utrecht' } })
    expect(response.headers['cache-control']).toBe('private, max-age=3600')
  })

  test('is null in the ocean', async () => {
    expect((await get('/api/geocode?lat=0&lon=-30')).json()).toEqual({ geocode: null })
  })

  test.each([
    '',
    'lat=1',
    'lat=91&lon=0',
    'lat=0&lon=181',
    'lat=&lon=',
    'lat=1e1&lon=0',
    'lat=NaN&lon=0',
    'lat=1&lat=2&lon=0',
  ])('is rejected for ?%s', async (query) => expect((await get(`/api/geocode?${query}`)).statusCode).toBe(400))

  test('is limited', async () => {
    const codes = []
    for (let call = 0; call <= GEOCODE_RATE.max; call += 1)
      codes.push((await get('/api/geocode?lat=1&lon=1')).statusCode)
    expect(codes.at(-1)).toBe(429)
  })
})

test.each(['settings', 'interests', 'regions', 'companyinfo'])(
  '/api/%s answers with and without .php',
  async (name) => {
    const [plain, php] = await Promise.all([get(`/api/${name}`), get(`/api/${name}.php`)])
    expect(plain.statusCode).toBe(200)
    expect(php.json()).toEqual(plain.json())
  },
)

test.each(['', '.php'])(
  'the settings call%s takes the query of a page, of which it reads domain and traffic data (SET-1)',
  async (ending) => {
    const page = 'network=acme&ref=r1&sub1=a&t=5&lb=&lang=fr&api_signup_complete=1&utm_source=mail&utm_source=twice'
    const plain = await get(`/api/settings${ending}`)
    const asked = await get(`/api/settings${ending}?${page}`)
    expect([asked.statusCode, asked.json()]).toEqual([200, plain.json()])
    expect(asked.headers['set-cookie']).toBeUndefined()
    const other = await get('/api/settings?domain=sparks.test')
    expect((await get(`/api/settings${ending}?domain=sparks.test&${page}`)).json()).toEqual(other.json())
    expect(other.json()).not.toEqual(plain.json())
  },
)

test('a network of the site in the query of a page counts as a campaign (SET-1, LAND-2)', async () => {
  const { context } = site
  const { id } = context.sites.of('sparks.test')
  await changeSettings(context, { siteId: id, settings: { traffic_sources: ['acme'] } })
  await context.events.drain()
  const isCampaign = async (query: string) =>
    (await get(`/api/settings?${query}`, 'sparks.test')).json().hasTrafficSource
  expect(await isCampaign('network=acme&ref=r1')).toBe(true)
  expect(await isCampaign('network=other')).toBe(false)
  expect(await isCampaign('')).toBe(false)
})

test('when several nodes start on an empty database, one creates the default site', async () => {
  const { context } = site
  await context.db.deleteFrom('sites').execute()
  const nodes = Array.from({ length: 5 }, () => new Sites(context))
  await Promise.all(nodes.map((sites) => sites.start()))
  for (const sites of nodes) sites.stop()
  const rows = await findSites(context.db)
  expect(rows).toMatchObject([{ domain: 'localhost', isDefault: true, settings: {} }])
  expect(nodes[4]?.of('anything.example')).toMatchObject({ id: rows[0]?.id, isDefault: true })
})
