import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COUNTRY_COOKIE, LANGUAGE_COOKIE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { sessionCookieName } from '#server/features/accounts/sessions/session-cookie.ts'
import { changeLander } from '#tests/support/landers.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startSite, type Site } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'

/** Visitors of a campaign who open each page in the same moment; in full 5000 (docs/reliability.md). */
const CROWD = Number(process.env['CROWD'] ?? 500)

let site: Site
let testSite: AppContext

beforeAll(async () => {
  site = await startSite({ demoMembers: 0 })
  testSite = await openTestSite(site)
})

afterAll(async () => {
  await testSite.close()
  await site.stop()
})

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.origin + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag')

async function copy(path = '/', headers: Record<string, string> = {}) {
  const page = await open(path, headers)
  expect([page.status, etagOf(page)]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)])
  return page
}

test('visitors of a kind get the same bytes, and a browser that has them gets none', async () => {
  const first = await copy()
  const second = await copy('/', { cookie: 'time_zone=Europe%2FParis; other=1' })
  expect(second.text).toBe(first.text)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await open('/', { 'if-none-match': `"x", ${etagOf(first)}` })
  expect([again.status, again.text]).toEqual([304, ''])
  // The policy names the inline scripts of the copy that the browser has.
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
  expect((await open('/', { 'if-none-match': 'W/"AAAAAAAAAAAAAAAAAAAAAA"' })).status).toBe(200)
})

test('language, country, theme and campaign each have a copy of their own', async () => {
  await changeSettings(testSite, { siteId: siteId(), settings: { traffic_sources: ['bignet'] } })
  await expect.poll(async () => (await open('/?network=bignet')).headers.get('set-cookie')).toContain('traffic_source')
  const kinds = [
    await copy(),
    await copy('/', { 'accept-language': 'fr' }),
    await copy('/', { 'accept-language': 'en-US' }),
    await copy('/', { cookie: 'theme=dark' }),
    await copy('/', { cookie: `${LANGUAGE_COOKIE}=fr` }),
    await copy('/?lang=fr'),
    await copy('/?network=bignet&sub1=click-1'),
  ]
  expect(new Set(kinds.map((page) => etagOf(page))).size).toBe(kinds.length)
  expect(kinds[1]?.text).toContain('<html lang="fr"')
  expect(kinds[3]?.text).toContain('data-theme="dark"')
  const click = await open('/?network=bignet&sub1=click-2')
  expect(etagOf(click)).toBe(etagOf(kinds[6] ?? click))
  expect(click.headers.get('set-cookie')).toContain('click-2')
  expect(click.text).not.toContain('click-')
})

test('visitors of a country share a copy, however their country is known, and no other country gets it', async () => {
  const from = (address: string, headers = {}) => copy('/faq', { 'x-forwarded-for': address, ...headers })
  const nowhere = await from('10.0.0.1')
  const dutch = await from('193.0.6.139')
  const french = await from('78.192.0.1')
  expect([nowhere, dutch, french].map(({ text }) => /data-country="(\w+)"/.exec(text)?.[1])).toEqual(['GB', 'NL', 'FR'])
  // Chosen, named by the browser, and of another address in the same country.
  const same = [
    await from('193.0.6.139', { cookie: `${COUNTRY_COOKIE}=FR` }),
    await from('10.0.0.1', { 'accept-language': 'en-FR' }),
    await from('90.84.0.1'),
  ]
  expect(new Set(same.map(({ text }) => text))).toEqual(new Set([french.text]))
  // A choice that is no country of the site changes nothing.
  expect((await from('193.0.6.139', { cookie: `${COUNTRY_COOKIE}=XX` })).text).toBe(dutch.text)
  expect((await from('10.0.0.1')).text).toBe(nowhere.text)
  for (const { text } of [nowhere, dutch, french]) expect(text).not.toMatch(/193\.0\.6|78\.192|10\.0\.0/)
})

test.each(['/', '/landers/gallery'])('nothing that a visitor sends gets into the page of another: %s', async (path) => {
  const clean = await copy(path)
  const poison = 'zebulina'
  const attempts: [string, Record<string, string>][] = [
    [`?x=${poison}`, {}],
    [`?network=${poison}&sub1=${poison}`, {}],
    [`?domain=${poison}.example`, {}],
    [`?lang=${poison}`, {}],
    [`?${poison.repeat(1000)}`, {}],
    ['', { 'x-forwarded-host': `${poison}.example`, 'x-forwarded-proto': poison }],
    ['', { 'x-original-url': `/${poison}`, 'x-rewrite-url': `/${poison}`, forwarded: `host=${poison}` }],
    ['', { 'accept-language': `${poison}, en` }],
    ['', { cookie: `theme=${poison}; ${LANGUAGE_COOKIE}=${poison}; time_zone=${poison}` }],
    ['', { referer: `https://${poison}.example/`, 'user-agent': poison }],
  ]
  for (const [search, headers] of attempts) {
    const page = await open(path + search, headers)
    expect(page.text).not.toContain(poison)
    const attempt = [search.slice(0, 40), headers]
    // On a development host, as this one is, a page that may be of another site is no copy (SET-1).
    expect([attempt, etagOf(page)]).toEqual([attempt, search.startsWith('?domain=') ? null : etagOf(clean)])
  }
  expect(await textForHost(`${poison}.example`, path)).toBe(clean.text)
  expect(etagOf(await copy(path))).toBe(etagOf(clean))
})

test('a member gets no copy and makes none, and neither does a forged or ended session', async () => {
  const clean = await copy('/terms')
  const member = await buildMember(testSite, {})
  const own = await open('/terms', { cookie: member.cookie })
  expect([own.status, etagOf(own), own.headers.get('cache-control')]).toEqual([200, null, 'private, no-store'])
  expect(own.text).toContain(member.name)
  expect((await open('/', { cookie: member.cookie })).headers.get('location')).toBe('/members')
  // A browser that shows the visitors' page asks again after the log-in, and gets the new page.
  const asked = await open('/terms', { cookie: member.cookie, 'if-none-match': etagOf(clean) ?? '' })
  expect(asked.status).toBe(200)
  const name = sessionCookieName(testSite.config)
  await testSite.db.deleteFrom('sessions').where('userId', '=', member.userId).execute()
  for (const cookie of [`${name}=${'a'.repeat(43)}`, `${name}=`, `${name}=%00`]) {
    const page = await open('/terms', { cookie })
    expect([cookie, page.status, etagOf(page)]).toEqual([cookie, 200, null])
    expect(page.text).not.toContain(member.name)
  }
  const after = await copy('/terms')
  expect(after.text).toBe(clean.text)
  expect(after.text).not.toContain(member.name)
})

test('a changed setting is in the next copy', async () => {
  await copy()
  await changeSettings(testSite, { siteId: siteId(), settings: { index_title: 'Another title' } })
  await expect.poll(async () => (await copy()).text).toContain('<title>Another title')
  await changeSettings(testSite, { siteId: siteId(), settings: { index_title: '' } })
  await expect.poll(async () => (await copy()).text).not.toContain('Another title')
})

test('scripts of a copy are allowed by their hash, and nothing else is', async () => {
  const { headers, text } = await copy()
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]{44}'){2,};/)
  expect(policy).not.toContain('nonce')
  expect(text).not.toMatch(/ nonce="\w/)
})

test('a copy is compressed once, as the browser accepts it', async () => {
  const plain = await copy('/', { 'accept-encoding': 'identity' })
  for (const encoding of ['br', 'gzip']) {
    const page = await copy('/', { 'accept-encoding': encoding })
    expect(page.headers.get('content-encoding')).toBe(encoding)
    expect(page.text).toBe(plain.text)
  }
  const plainly = await copy('/', { 'accept-encoding': 'gzip;q=0, br;q=0' })
  expect(plainly.headers.get('content-encoding')).toBeNull()
})

test.each(['/', '/landers/gallery'])('a crowd that comes at once loses no request: %s', async (path) => {
  const answers = await Promise.all(
    Array.from({ length: CROWD }, async (_, index) => {
      const headers = { 'accept-language': 'fr-FR', 'x-forwarded-for': addressOf(index) }
      const { status, text } = await open(`${path}?network=bignet&sub1=click-${index}`, headers)
      return {
        status,
        digest: createHash('sha256').update(text).digest('hex'),
        isFrench: text.includes('<html lang="fr"'),
      }
    }),
  )
  expect(answers.filter(({ status, isFrench }) => status !== 200 || !isFrench)).toEqual([])
  expect(new Set(answers.map(({ digest }) => digest)).size).toBe(1)
})

describe('a landing page', () => {
  test('is the same for every visitor of a campaign, whose click is in the cookie alone', async () => {
    await changeSettings(testSite, { siteId: siteId(), settings: { traffic_sources: ['bignet'] } })
    const click = (id: string) => copy(`/landers/maplanding?network=bignet&sub1=${id}`)
    await expect.poll(async () => (await click('a')).headers.get('set-cookie')).toContain('sub1=a')
    const [first, second] = [await click('click-1'), await click('click-2')]
    expect(second.headers.get('set-cookie')).toContain('click-2')
    expect(second.text).toBe(first.text)
    expect(first.text).not.toContain('click-')
    expect(first.text).toContain('href="/signup"')
    const headers = { 'if-none-match': etagOf(first) ?? '' }
    const again = await open('/landers/maplanding?network=bignet&sub1=click-3', headers)
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.get('set-cookie')).toContain('click-3')
  })

  test('has one copy for all writings of its address, and one for all unknown slugs', async () => {
    const page = await copy('/landers/video')
    const redirect = await open('/landers/video/?sub1=a')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/landers/video?sub1=a'])
    for (const address of ['/LANDERS/video', '/landers/vid%65o'])
      expect([address, (await copy(address)).text]).toEqual([address, page.text])
    const unknown = await copy('/landers/video/winter')
    expect(etagOf(unknown)).not.toBe(etagOf(page))
    for (const slug of ['zebulina', 'WINTER', '%3Cscript%3E', '_', '..%2f..%2fgallery'])
      expect([slug, (await copy(`/landers/video/${slug}`)).text]).toEqual([slug, unknown.text])
    for (const path of ['/landers/nothing', '/landers/Video', '/landers/tinderswipe/slug', '/landers/video/a/b']) {
      const gone = await open(path)
      expect([path, gone.status, etagOf(gone)]).toEqual([path, 404, null])
    }
  })

  test('has the texts that an operator has changed, in SQL too, in the next copy', async () => {
    const path = '/landers/socialnetwork/summer'
    const before = await copy(path)
    const set = (title: string) =>
      changeLander(testSite, { lander: 'socialnetwork', content: { slug: 'summer', texts: { title } } })
    await set('A summer title')
    await expect.poll(async () => (await copy(path)).text).toContain('A summer title')
    await set('Another title')
    await expect.poll(async () => (await copy(path)).text).toContain('Another title')
    expect((await copy('/landers/socialnetwork/winter')).text).toBe(before.text)
    await testSite.db.deleteFrom('landerContents').where('slug', '=', 'summer').execute()
    await expect.poll(async () => (await copy(path)).text).toBe(before.text)
  })

  test('of a campaign sends a member on, and a page of a member is never a copy', async () => {
    await copy('/landers/gallery')
    const member = await buildMember(testSite, { name: 'Zoë Miller' })
    const sent = await open('/landers/gallery', { cookie: member.cookie })
    expect([sent.status, sent.headers.get('location')]).toEqual([302, '/members'])
    const ended = await open('/landers/gallery', { cookie: `${sessionCookieName(testSite.config)}=${'a'.repeat(43)}` })
    expect([ended.status, etagOf(ended), ended.headers.get('cache-control')]).toEqual([200, null, 'private, no-store'])
    const page = () => open(`/members/${member.profileId}/landing`)
    const text = await page()
    expect([text.status, etagOf(text)]).toEqual([200, null])
    expect(text.text).toContain('Zoë')
    await testSite.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', member.userId).execute()
    const gone = await page()
    expect([gone.status, gone.text.includes('Zoë')]).toEqual([404, false])
  })
})

/** `fetch` sets the host itself. */
function textForHost(host: string, path: string) {
  return new Promise<string>((resolve, reject) => {
    get(site.origin + path, { headers: { host, accept: 'text/html' } }, (reply) => resolve(readText(reply))).on(
      'error',
      reject,
    )
  })
}

function addressOf(index: number) {
  return `10.51.${Math.floor(index / 250)}.${(index % 250) + 1}`
}

function siteId() {
  return testSite.sites.of('localhost').id
}
