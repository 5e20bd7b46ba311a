import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { secrets, type Secret } from '#tests/access/secrets.ts'
import { buildFixture, type Fixture } from '#tests/access/fixture.ts'
import { differencesOf, transcriptOf, withoutRandom } from '#tests/access/whole-transcript.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { createSnapshot, type Snapshot } from '#tests/support/audits/snapshot.ts'
import routes from '#web/routes.ts'

/*
 * In both worlds of each secret (tests/access/secrets.ts) the viewer opens every page about the owner, and
 * requests the data of those that show members, as a navigation does. The data of other pages is compared for
 * one secret each. All is the same to the byte. For the API: tests/access/whole-transcript.int.test.ts.
 */

let site: TestApp
let fixture: Fixture
let snapshot: Snapshot

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' }, withWeb: true })
  fixture = await buildFixture(site)
  // Reading is an activity, stored some seconds later, which changes the order of searches: here it is.
  await site.context.db.updateTable('profileSearch').set({ lastActiveAt: site.clock.now() }).execute()
  await site.context.events.drain()
  snapshot = await createSnapshot(site)
  // Pages carry the time at which they were rendered.
  vi.useFakeTimers({ toFake: ['Date'], now: site.clock.now() })
})
afterAll(async () => {
  vi.useRealTimers()
  await snapshot.close()
  await site.close()
})

/** Returns the paths of all pages as the table of routes has them. */
function pathsOf(entries: readonly RouteConfigEntry[], base = ''): string[] {
  return entries.flatMap(({ path = '', children }) =>
    children ? pathsOf(children, base + path) : [`${base}/${path.replaceAll('?', '')}`],
  )
}

/** Returns the page with what its path names. */
function fill(path: string, { owner, conversationId, orderId, reportId }: Fixture) {
  const id = path.startsWith('/chats/') ? conversationId : path.startsWith('/transactions/') ? orderId : owner.profileId
  // Its pages lead members and visitors to the log-in of operators, whatever they name.
  const ofConsole = path.startsWith('/operator/') ? 'unknown' : undefined
  const values: Record<string, string> = {
    id: path.startsWith('/credits/') ? 'p1' : id,
    type: 'matches',
    lander: 'gallery',
    slug: '_',
    paymentmethod: 'ideal',
    token: 'unknown-token',
    reference: reportId,
    section: 'privacy',
  }
  return path
    .replace('*', 'nothing/here')
    .replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? ofConsole ?? neverNamed(name))
}

/** Returns the addresses of the compared data: all pages for every secret would take as long as the pages. */
function dataOf(urls: string[], secret: Secret) {
  const turn = secrets.indexOf(secret)
  return urls.filter((url, index) => isAboutMembers(url) || index % secrets.length === turn).map(dataAddress)
}

/** Returns the address of the data of a page, as React Router writes it. */
function dataAddress(url: string) {
  return url.endsWith('/') ? `${url}_.data` : `${url}.data`
}

function isAboutMembers(url: string) {
  return /^\/(members|landers|likes|chats|profile|swipe-game|match-finder|signup-matches)\b/.test(url)
}

function neverNamed(name: string): never {
  throw new Error(`no value for :${name}`)
}

async function openIn(secret: Secret, hasActed: boolean) {
  const { viewers, prepare, act } = secret
  await site.context.events.drain()
  await snapshot.restore()
  await prepare?.({ site, fixture })
  if (hasActed) await act({ site, fixture })
  await site.context.events.drain()
  // With a session that does not exist, a visitor gets no copy of a page that was rendered before.
  const cookie = 'session=none'
  const urls = [...new Set(pathsOf(routes).map((path) => fill(path, fixture)))]
  const pages = [
    ...urls.map((url) => ({ url, headers: { accept: 'text/html', cookie } })),
    ...dataOf(urls, secret).map((url) => ({ url, headers: { accept: '*/*', cookie } })),
  ]
  const transcripts = []
  for (const role of viewers)
    transcripts.push(await transcriptOf(site, pages, role === 'visitor' ? null : fixture[role]))
  return withoutRandom(transcripts, snapshot)
}

test('the data of every page is found', async () => {
  const urls = pathsOf(routes).filter((path) => path !== '/:token' && path !== '/*')
  const answers = []
  for (const path of urls) {
    const url = dataAddress(fill(path, fixture))
    answers.push([url, (await site.app.inject({ url, headers: { accept: '*/*' } })).statusCode])
  }
  // 202 leads to another page.
  expect(answers.filter(([, status]) => status !== 200 && status !== 202)).toEqual([])
})

test.each(secrets)('no page, nor its data, shows whether the owner $secret', async (secret) => {
  const before = await openIn(secret, false)
  const after = await openIn(secret, true)
  for (const [index, transcript] of before.entries())
    expect(differencesOf(transcript, after[index] ?? neverNamed('world'))).toEqual([])
})
