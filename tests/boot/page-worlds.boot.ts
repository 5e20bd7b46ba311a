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

/** Returns the addresses of the data that only this secret compares: all for each would take too long. */
function dataOf(urls: string[], secret: string) {
  const turn = secrets.findIndex((each) => each.secret === secret)
  return urls.filter((url, index) => !isAboutMembers(url) && index % secrets.length === turn).map(dataAddress)
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

type Transcript = Awaited<ReturnType<typeof transcriptOf>>

/** What a viewer sees in a world: what every secret compares, and by secret what only it compares. */
interface Seen {
  pages: Transcript
  data: Record<string, Transcript>
}

/** Opens the world of secrets with one `prepare`, with `act` the one after it, as all of their viewers. */
async function openIn({ prepare, act }: Partial<Secret>, about: Secret[]) {
  await site.context.events.drain()
  await snapshot.restore()
  await prepare?.({ site, fixture })
  await act?.({ site, fixture })
  await site.context.events.drain()
  // With a session that does not exist, a visitor gets no copy of a page that was rendered before.
  const cookie = 'session=none'
  const urls = [...new Set(pathsOf(routes).map((path) => fill(path, fixture)))]
  const data = (addresses: string[]) => addresses.map((url) => ({ url, headers: { accept: '*/*', cookie } }))
  const pages = [
    ...urls.map((url) => ({ url, headers: { accept: 'text/html', cookie } })),
    ...data(urls.filter(isAboutMembers).map(dataAddress)),
  ]
  const world: Record<string, Seen> = {}
  for (const role of new Set(about.flatMap(({ viewers }) => viewers))) {
    const viewer = role === 'visitor' ? null : fixture[role]
    const read = async (calls: typeof pages) => withoutRandom(await transcriptOf(site, calls, viewer), snapshot)
    const seen: Seen = { pages: await read(pages), data: {} }
    for (const { secret, ...rest } of about)
      if (rest.viewers.includes(role)) seen.data[secret] = await read(data(dataOf(urls, secret)))
    world[role] = seen
  }
  return world
}

/** By `prepare`, what the viewers of its secrets see before any act: it is the same for each of them. */
const before = new Map<Secret['prepare'], Record<string, Seen>>()

async function openBefore({ prepare }: Secret) {
  const world =
    before.get(prepare) ??
    (await openIn(
      prepare ? { prepare } : {},
      secrets.filter((secret) => secret.prepare === prepare),
    ))
  before.set(prepare, world)
  return world
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
  const one = await openBefore(secret)
  const other = await openIn(secret, [secret])
  for (const role of secret.viewers) {
    const [seenBefore, seenAfter] = [one[role] ?? neverNamed(role), other[role] ?? neverNamed(role)]
    expect(differencesOf(seenBefore.pages, seenAfter.pages)).toEqual([])
    expect(differencesOf(dataFor(secret, seenBefore), dataFor(secret, seenAfter))).toEqual([])
  }
})

function dataFor({ secret }: Secret, { data }: Seen) {
  return data[secret] ?? neverNamed(secret)
}
