import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { LANGUAGE_COOKIE, PAGE_RATE, SEARCH_QUOTAS } from '#contract/limits.ts'
import { DAY, dayOf } from '#contract/time.ts'
import { freePort, startProgram, type Program } from '#tests/support/programs/program.ts'
import { translatorFor } from '#tests/support/fakes/translator.ts'

let dataDir: string
let origin: string
let program: Program

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  dataDir = await mkdtemp(join(tmpdir(), 'rendezvous-pages-'))
  program = startProgram([process.execPath, 'server/main.ts'], {
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO_MEMBERS: '0',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    PUBLIC_URL: origin,
  })
  await program.waitForOutput(`Ready on ${origin}`)
})

afterAll(async () => {
  program.kill('SIGTERM')
  await program.ended
  await rm(dataDir, { recursive: true, force: true })
})

async function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(origin + path, { method, headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: withCharacters(await response.text()) }
}

/** Returns the attributes of the scripts that a browser would run. */
function scriptsOf(html: string) {
  return [...html.matchAll(/<script(?![^>]*application\/json)([^>]*)>/g)].map(([, attributes = '']) => attributes)
}

test('a page is complete before any script has run, in the visitor’s language', async () => {
  expect((await open('/')).text).toContain(translatorFor('en')('home.hero.title'))
  expect((await open('/', { cookie: `${LANGUAGE_COOKIE}=fr` })).text).toContain(translatorFor('fr')('home.hero.title'))
})

test('dates are Dutch until a language is chosen, then those of the country (SHELL-4)', async () => {
  const date = async (headers: Record<string, string>) => {
    const { text } = await open('/terms', headers)
    return /<p class="mt-2 text-sm text-text-muted">([^<]+)</.exec(text)?.[1]
  }
  const american = { 'accept-language': 'en-US' }
  const english = { ...american, cookie: `${LANGUAGE_COOKIE}=en` }
  expect(await date(american)).toMatch(/^Version of \d{1,2} [A-Z][a-z]+ \d{4}$/)
  expect(await date(english)).toMatch(/^Version of [A-Z][a-z]+ \d{1,2}, \d{4}$/)
})

test('every layout of a demo says that the people in it are invented', async () => {
  for (const path of ['/', '/members', '/login', '/terms', '/nothing/here'])
    expect((await open(path, { accept: 'text/html' })).text).toContain(translatorFor('en')('shell.demo.text'))
  const french = await open('/', { cookie: `${LANGUAGE_COOKIE}=fr` })
  expect(french.text).toContain(translatorFor('fr')('shell.demo.text'))
})

test('a page that is rendered for one visitor allows its scripts by a nonce of its own', async () => {
  const [first, second] = [await open('/login'), await open('/login')]
  const [nonce, other] = [first, second].map(
    ({ headers }) => /'nonce-([\w-]{22})'/.exec(headers.get('content-security-policy') ?? '')?.[1],
  )
  expect(nonce).toBeDefined()
  expect(nonce).not.toBe(other)
  const scripts = scriptsOf(first.text)
  expect(scripts.length).toBeGreaterThan(2)
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
})

test('pages allow nothing from other origins and no unsafe scripts or style sheets', async () => {
  const policy = (await open('/login')).headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'nonce-[\w-]+'; style-src 'self' 'nonce-[\w-]+';/)
  const shared = (await open('/')).headers.get('content-security-policy')
  expect(shared).toMatch(/^default-src 'none'; script-src 'self'(?: 'sha256-[\w+/=]+')+; style-src 'self'[^;]*;/)
  for (const each of [policy, shared]) expect(each).not.toMatch(/unsafe-(?!inline'; img-src)/)
})

test('the offline page has the visitor’s language, names all of its files, and holds nothing else of anyone', async () => {
  const page = await open('/offline', { cookie: `${LANGUAGE_COOKIE}=fr; theme=dark` })
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.text).toContain(translatorFor('fr')('offline.title'))
  expect(page.text).toContain('data-theme="dark"')
  expect(page.text).not.toContain('server-state')
  const [, json = ''] = /<script id="offline-start"[^>]*>([^<]*)</.exec(page.text) ?? []
  const { files } = JSON.parse(json) as { files: string[] }
  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  expect(scripts.filter((file) => !file.startsWith('/assets/fr/'))).toEqual([])
  // What the page names itself is among them, at the paths that the service worker answers.
  const named = [...page.text.matchAll(/(?:src|href)="(\/[^"]*\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(named).toEqual([expect.stringMatching(/\.css$/), expect.stringMatching(/\.js$/)])
  for (const path of named) expect(files).toContain(path.replace('/offline/', '/'))
  const statuses = await Promise.all(files.map(async (path) => (await fetch(origin + path)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await open('/service-worker.js')).headers.get('content-security-policy')).toContain("connect-src 'self'")
  expect((await open('/offline-files.json')).status).toBe(404)
})

test('a page has the scripts of its language, with its texts and no English ones, and no language has others', async () => {
  const filesOf = (text: string) => [...text.matchAll(/"(\/assets\/[\w./-]+\.js)"/g)].map(([, path = '']) => path)
  const codeOf = async (path: string) => (await open(path)).text
  const english = filesOf((await open('/login')).text)
  const polish = filesOf((await open('/login', { cookie: `${LANGUAGE_COOKIE}=pl` })).text)
  expect(english.every((path) => /^\/assets\/[\w.-]+$/.test(path))).toBe(true)
  expect(polish.toSorted()).toEqual(english.map((path) => path.replace('/assets/', '/assets/pl/')).toSorted())
  const code = (await Promise.all(polish.map(codeOf))).join('\n')
  expect(code).toContain(`"${translatorFor('pl')('login.passkey')}"`)
  expect(code).not.toContain(`"${translatorFor('en')('login.passkey')}"`)
  expect(code).not.toMatch(/@@(?:texts|language)/)
  const [manifest = ''] = polish.filter((path) => path.includes('/manifest-'))
  expect(await codeOf(manifest)).toContain('"/assets/pl/entry.client-')
  for (const path of ['/assets/pl/nothing.js', '/assets/pl/..%2fmanifest.js', '/assets/xx/login.js'])
    expect((await open(path)).status).toBe(404)
  expect((await open(manifest)).headers.get('cache-control')).toContain('immutable')
})

test('search engines find each page of the sitemap, with one address and all languages; members are kept out', async () => {
  const robots = await open('/robots.txt')
  expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  // Search engines stay away from members; what shows the preview of a link that someone has sent does not.
  const [previews = '', others = ''] = robots.text.split('\n\n')
  expect(previews).toContain('User-agent: Twitterbot')
  expect(previews).not.toMatch(/\/(?:members|share)/)
  expect(others).toContain('User-agent: *\n')
  for (const path of ['/members', '/likes', '/share/members/']) expect(`${others}\n`).toContain(`Disallow: ${path}\n`)
  const sitemap = (await open('/sitemap.xml')).text
  const locations = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(locations).toContain(`${origin}/safety-tips`)
  for (const url of locations) {
    const { status, text } = await open(url.replace(origin, ''), { accept: 'text/html' })
    expect([url, status]).toEqual([url, 200])
    expect(text).toContain(`<link rel="canonical" href="${url}"/>`)
    for (const language of languages) expect(text).toContain(`hrefLang="${language}" href="${url}?lang=${language}"`)
    expect(text).toMatch(/<meta name="description" content="[^"]{20,}"/)
    expect(text).not.toContain('noindex')
  }
  const french = await open('/faq?lang=fr')
  expect(french.text).toContain('<html lang="fr"')
  expect(french.text).toContain(`<link rel="canonical" href="${origin}/faq?lang=fr"/>`)
  // No member is in it.
  expect(french.text).toContain(`<meta property="og:image" content="${origin}/share.jpg"/>`)
  const image = await open('/share.jpg')
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  for (const path of ['/members', '/nothing']) {
    const { text } = await open(path, { accept: 'text/html' })
    expect(text).not.toContain('canonical')
    expect(text).not.toContain('og:image')
  }
  for (const path of ['/members', '/lang-config']) expect((await open(path)).text).toContain('noindex')
  // A link to it says what the site is.
  expect((await open('/members')).text).toContain(
    `<meta name="description" content="${translatorFor('en')('discovery.description', { site: 'Rendezvous' })}"/>`,
  )
})

test('readers of English in the United States read that no member is screened, and no others do', async () => {
  const notice = translatorFor('en')('shell.footer.us.checks', { site: 'Rendezvous' })
  const read = async (path: string, language: string) => (await open(path, { 'accept-language': language })).text
  expect(await read('/faq', 'en-US')).toContain(notice)
  expect(await read('/members', 'en-US')).toContain(notice)
  expect(await read('/faq', 'en-GB')).not.toContain(notice)
  expect(await read('/faq', 'fr-US')).not.toMatch(/shell\.footer|antécédents judiciaires/)
  // A landing page has the footer without it.
  expect(await read('/', 'en-US')).not.toContain(notice)
})

test('a path that does not exist is a page with status 404, in the visitor’s language', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const english = await open('/nothing/here', { accept })
  expect(english.status).toBe(404)
  expect(english.text).toContain('This page could not be found')
  const french = await open('/nothing', { accept, cookie: 'i18n_redirected=fr' })
  expect(french.status).toBe(404)
  expect(french.text).toContain('<html lang="fr"')
  expect(french.text).toContain('Cette page est introuvable')
})

test('an address that cannot be decoded is such a page in a browser, and an error for calls and programs', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml', cookie: 'i18n_redirected=fr' }
  for (const path of ['/%E0%A4%A', '/faq/100%?a=%E0', '/members/%E0%A4%A']) {
    const page = await open(path, browser)
    expect([path, page.status]).toEqual([path, 404])
    expect(page.text).toContain('Cette page est introuvable')
  }
  for (const [path, headers] of [
    ['/api/%E0%A4%A', browser],
    ['/%E0%A4%A', {}],
  ] as const) {
    const { status, text } = await open(path, headers)
    expect([status, JSON.parse(text).error.code]).toEqual([400, 'request.invalid'])
  }
})

test('a page with a slash at the end leads to its address, and never to another site', async () => {
  const leadsTo = async (path: string) => {
    const { status, headers } = await open(path, { accept: 'text/html' })
    return [status, headers.get('location')]
  }
  expect(await leadsTo('/faq/')).toEqual([301, '/faq'])
  expect(await leadsTo('/members//?minAge=30&lang=fr')).toEqual([301, '/members?minAge=30&lang=fr'])
  expect(await leadsTo('/landers/gallery/')).toEqual([301, '/landers/gallery'])
  expect(await leadsTo('/?lang=fr')).toEqual([200, null])
  expect(await leadsTo('/faq?x=/')).toEqual([200, null])
  for (const path of ['//evil.example/', '/%5Cevil.example/', '/.//evil.example/'])
    expect((await leadsTo(path))[1] ?? '/').toMatch(/^\/(?!\/|\\)/)
})

test('an unknown call or file is answered without a page', async () => {
  for (const path of ['/api/nothing', '/assets/nothing.js', '/nothing.png', '/.well-known/nothing.json?x=1']) {
    const { status, text } = await open(path)
    expect(status).toBe(404)
    expect(text).not.toContain('<html')
  }
  // Someone who has typed it gets the page.
  for (const path of ['/nothing.html', '/members/nothing.php']) {
    const { status, text } = await open(path, { accept: 'text/html' })
    expect(status).toBe(404)
    expect(text).toContain(translatorFor('en')('errors.request.not_found'))
  }
})

const unknownLink = `/${'a'.repeat(43)}`
const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

test('the page of a one-time link is a form; only sending it uses the link', async () => {
  const page = await open(unknownLink)
  expect(page.status).toBe(200)
  expect(page.text).toMatch(new RegExp(`<form[^>]* action="${unknownLink}" method="post">`))
  expect(page.text).toContain(translatorFor('en')('accounts.openLink.submit'))
  const { status, text } = await open(unknownLink, form, 'POST')
  expect(status).toBe(410)
  expect(text).toContain(translatorFor('en')('errors.accounts.link_invalid'))
})

test('a one-time link that a mail program has cut says so, and leads to a new one', async () => {
  const { status, text } = await open(`/${'aZ09'.repeat(8)}`, { accept: 'text/html' })
  expect(status).toBe(410)
  expect(text).toContain(translatorFor('en')('accounts.openLink.invalid'))
})

test('a visitor chooses a country of the site, which lasts a year and is in the next page', async () => {
  const answer = await open('/lang-config?country=NL', form, 'POST')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/lang-config'])
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^country=NL; path=\/; max-age=31536000; samesite=lax$/)
  expect((await open('/lang-config', { cookie: 'country=NL' })).text).toContain('data-country="NL"')
  for (const country of ['', 'XX', 'BR', 'nl', 'NL%0d%0aset-cookie:%20a=b', 'NL;domain=evil.example']) {
    const { status, headers } = await open(`/lang-config?country=${country}`, form, 'POST')
    expect([country, status, headers.get('set-cookie')]).toEqual([country, 404, null])
  }
})

test('the choice of a country by a page of another site is rejected and sets no cookie', async () => {
  const [foreign, type] = [{ origin: 'https://evil.example' }, { 'content-type': form['content-type'] }]
  for (const headers of [foreign, { ...foreign, ...type }, { ...type, 'sec-fetch-site': 'cross-site' }]) {
    const answer = await open('/lang-config?country=NL', headers, 'POST')
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  }
})

test('the form of a one-time link is rejected when a page of another site sends it', async () => {
  for (const foreign of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
  ]) {
    const { status, text } = await open(unknownLink, { ...form, ...foreign, accept: 'text/html' }, 'POST')
    expect(status).toBe(403)
    expect(text).toContain('<html')
    expect(text).toContain(translatorFor('en')('shell.error.foreign'))
  }
})

test('a path that is no one-time link is not found, and a page without a form accepts none', async () => {
  for (const method of ['GET', 'POST']) expect((await open('/no-token', form, method)).status).toBe(404)
  expect((await open('/login', form, 'POST')).status).toBe(405)
})

test('an unknown path is answered without a page when the client does not ask for HTML', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'image/avif,image/webp' }]) {
    const { status, headers: sent, text } = await open('/nothing/here', headers)
    expect([status, sent.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(text).error.code).toBe('request.not_found')
  }
  expect((await open('/', { accept: '*/*' })).text).toContain('<html')
  expect((await open('/nothing/here', { 'sec-fetch-dest': 'document' })).text).toContain('<html')
})

test('an address that opens too many pages gets a plain page in its language, a program an error', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const page = { ...from, accept: 'text/html' }
  for (let opened = 0; opened < PAGE_RATE.max; opened += 10) {
    const batch = await Promise.all(Array.from({ length: 10 }, () => open('/terms', page)))
    expect(batch.filter(({ status }) => status === 429)).toEqual([])
  }
  const rejected = await open('/', { ...page, cookie: `${LANGUAGE_COOKIE}=fr` })
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect(rejected.headers.get('ratelimit-policy')).toBe(`"call";q=${PAGE_RATE.max};w=60`)
  expect(rejected.text).toContain('<html lang="fr">')
  expect(rejected.text).toContain(translatorFor('fr')('shell.error.busy'))
  const withoutHtml = await open('/', from)
  expect([withoutHtml.status, JSON.parse(withoutHtml.text).error.code]).toEqual([429, 'request.too_many'])
  // Calls and other addresses have counts of their own.
  expect((await open('/api/settings', from)).status).toBe(200)
  expect((await open('/', { accept: 'text/html' })).status).toBe(200)
})

test('searches that a page makes are counted like those of the API', async () => {
  const from = { 'x-forwarded-for': '203.0.113.10' }
  const call = () => open('/api/members', from)
  const max = SEARCH_QUOTAS.perAddress[0]?.max ?? 0
  for (let made = 0; made < max; made += 20) await Promise.all(Array.from({ length: 20 }, call))
  const rejected = await call()
  expect([rejected.status, JSON.parse(rejected.text).error.code]).toEqual([429, 'request.too_many'])
  const page = await open('/members', { ...from, accept: 'text/html' })
  expect(page.status).toBe(429)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('visitors are redirected from members’ pages to the log-in', async () => {
  const { status, headers } = await open('/chats')
  expect(status).toBe(302)
  expect(headers.get('location')).toBe('/login?to=%2Fchats')
})

test('scripts are sent compressed and cached for good', async () => {
  const [path = ''] = /\/assets\/vendor-[\w-]+\.js/.exec((await open('/')).text) ?? []
  const { status, headers } = await open(path, { 'accept-encoding': 'br' })
  expect(status).toBe(200)
  expect(headers.get('content-encoding')).toBe('br')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

/** Returns a page with the characters that its texts write as references. */
function withCharacters(html: string) {
  return html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

test('an operator makes, lists and ends a discount code while the program runs', async () => {
  const run = async (...args: string[]) => {
    const command = startProgram([process.execPath, 'server/commands/discount.ts', ...args], { DATA_DIR: dataDir })
    const code = await command.ended
    return { code, output: command.stdout() + command.stderr() }
  }
  const [lastDay, dayAfter] = [30, 31].map((days) => dayOf(new Date(Date.now() + days * DAY)))
  const terms = ['--percent', '20', '--uses', '100', '--until', lastDay ?? '']
  expect(await run('create', 'spring', ...terms)).toMatchObject({ code: 0, output: 'Created SPRING.\n' })
  expect(await run('create', 'SPRING', ...terms)).toMatchObject({ code: 1 })
  const listed = `SPRING: 20%, until ${dayAfter}T00:00:00.000Z, used 0 of 100, held 0\n`
  expect((await run('list')).output).toBe(listed)
  expect(await run('end', 'spring')).toMatchObject({ code: 0 })
  expect(await run('end', 'OTHER')).toMatchObject({ code: 1 })
  for (const wrong of [[], ['create', 'X'], ['create', 'X', '--percent', 'ten'], ['list', 'X'], ['--nonsense']])
    expect((await run(...wrong)).output).toContain('npm run discount -- create CODE')
})

test('the licences of what browsers load are on a page', async () => {
  const { text } = await open('/licences.txt')
  for (const name of ['react-dom', '@base-ui/react', 'zod']) expect(text).toContain(`## ${name} - `)
})
