import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, logOut, pauseAccount } from '#contract/accounts/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { productionEnvironment } from '#tests/support/programs/production.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { sampleRecording } from '#tests/support/sample-recording.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { accessTable, roles, type Role } from './access-table.ts'
import { endpoints as allEndpoints } from '#tests/support/audits/endpoints.ts'
import { buildFixture, callerOf, nameOf, type Fixture } from './fixture.ts'
import { rawRoutes } from './raw-routes.ts'

/** Those of the operators' console are in `operator-access.int.test.ts`. */
const endpoints = allEndpoints.filter(({ path }) => !path.startsWith('/api/operator/'))

let site: TestApp
let files: { image: Blob; recording: Blob }
/** A fixture that no call has changed yet: all calls so far were rejected or only read. */
let unchanged: Fixture | null = null

beforeAll(async () => {
  // Each role calls from an address of its own, so that no rate limit applies.
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' } })
  files = { image: new Blob([await sampleImage()]), recording: new Blob([sampleRecording()]) }
})
afterAll(() => site.close())

test('the table lists exactly the calls of the contract for members and visitors', () => {
  expect(Object.keys(accessTable).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

test('the contract marks exactly the calls for members as such', () => {
  const byTable = endpoints
    .filter((endpoint) => accessTable[nameOf(endpoint)]?.[0].visitor === 'authentication_required')
    .map(nameOf)
  expect(byTable).toEqual(endpoints.filter(({ access }) => access === 'member').map(nameOf))
})

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test('answers each role as the table says', async () => {
    const [expected, inputOf] = accessTable[name] ?? []
    const answers: Partial<Record<Role, unknown>> = {}
    const leaks: string[] = []
    let fixture = await unchangedFixture()
    for (const role of roles) {
      const { upload, ...input } = inputOf?.(fixture) ?? {}
      const caller = { ...callerOf(fixture, role), headers: from(role), ...(upload && { file: files[upload] }) }
      const { error, status, reply } = await site.call(endpoint, input, caller)
      answers[role] = error?.code ?? (status === 200 || status === 204 ? 'ok' : status)
      leaks.push(...leaksIn(JSON.stringify(reply ?? error), { fixture, role, input: JSON.stringify(input) }))
      if (error || isReading(endpoint)) continue
      unchanged = null
      // What the call has named may be gone for the next role. A call without names is about its caller.
      if (inputOf?.length && role !== roles.at(-1)) fixture = await unchangedFixture()
    }
    expect(answers).toEqual(expected)
    expect(leaks).toEqual([])
  })
})

/** Returns what no answer has: keys of rows, anyone's position, others' addresses and tokens not sent. */
function leaksIn(text: string, { fixture, role, input }: { fixture: Fixture; role: Role; input: string }) {
  const members = (['owner', 'friend', 'free', 'premium', 'blocked'] as const).filter((name) => name !== role)
  const secrets = members.flatMap((name) => [fixture[name].email, fixture[name].cookie.replace(/^.*?=/, '')])
  return [
    ...secrets.filter((secret) => text.includes(secret) && !input.includes(secret)),
    // Keys of rows have at least fifteen digits, milliseconds and sums of money have less.
    ...(text.match(/(?<![\w.-])\d{15,}(?![\w.-])/g) ?? []),
    ...(text.match(/"(latitude|longitude|passwordHash|storageKey|ip|userId)"/g) ?? []),
  ].map((leak) => `${role}: ${leak}`)
}

describe('a session that has ended', () => {
  test.each(['log-out', 'deletion of the account'])('by %s is answered as none, by every call', async (end) => {
    const fixture = await buildFixture(site)
    unchanged = null
    const { cookie, password } = fixture.owner
    const caller = { cookie, headers: from('owner') }
    const body = { reason: 'other', remarks: '', password } as const
    const ended =
      end === 'log-out'
        ? await site.call(logOut, { query: {} }, caller)
        : await site.call(deleteAccount, { body }, caller)
    expect(ended.status).toBe(200)
    const differing = []
    for (const endpoint of endpoints) {
      // Those that change something are for members, or need no session.
      if (endpoint.access !== 'member' && !isReading(endpoint)) continue
      const { upload, ...input } = accessTable[nameOf(endpoint)]?.[1]?.(fixture) ?? {}
      const file = upload && { file: files[upload] }
      const codes = []
      for (const each of [caller, { headers: randomAddress() }]) {
        const { error } = await site.call(endpoint, input, { ...each, ...file })
        codes.push(error?.code)
      }
      const isForMembers = endpoint.access === 'member' && codes[0] !== 'authentication_required'
      if (isForMembers || codes[0] !== codes[1]) differing.push([nameOf(endpoint), ...codes])
    }
    for (const { url, route } of rawRoutes.filter(({ method }) => !method)) {
      const answers = [{ cookie }, {}].map((headers) => site.app.inject({ url: url(fixture), headers }))
      const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
      if (statuses[0] !== statuses[1]) differing.push([route, ...statuses])
    }
    expect(differing).toEqual([])
  })
})

test('a paused member acts on no other one, by any call', async () => {
  const fixture = await buildFixture(site)
  unchanged = null
  const caller = { cookie: fixture.owner.cookie, headers: from('owner') }
  expect((await site.call(pauseAccount, { body: { length: 'open' } }, caller)).status).toBe(200)
  const rejected = []
  for (const endpoint of endpoints) {
    if (endpoint.access !== 'member' || endpoint.path === pauseAccount.path) continue
    const { upload, ...input } = accessTable[nameOf(endpoint)]?.[1]?.(fixture) ?? {}
    const { error } = await site.call(endpoint, input, { ...caller, ...(upload && { file: files[upload] }) })
    if (error?.code === 'accounts.paused') rejected.push(nameOf(endpoint))
  }
  // A visit of a paused member is answered like any other, and not recorded.
  expect(rejected.toSorted()).toEqual([
    'DELETE /api/conversations/:conversationId/messages/:seq',
    'POST /api/members/:profileId/chat-photos',
    'POST /api/members/:profileId/messages',
    'POST /api/members/:profileId/voices',
    'PUT /api/conversations/:conversationId/messages/:seq/answer',
    'PUT /api/conversations/:conversationId/messages/:seq/reaction',
    'PUT /api/likes/:profileId',
    'PUT /api/members/:profileId/photo-request',
    'PUT /api/photo-requests/:profileId',
    'PUT /api/swipes/:profileId',
  ])
})

/** The names of what belongs to one member, in paths and bodies, and an id that nothing has. */
const things = {
  sessionId: '00000000-0000-4000-8000-000000000000',
  passkeyId: '00000000-0000-4000-8000-000000000000',
  photoId: 'bcdfghjkmnpqrs',
  orderId: 'bcdfghjkmnpqrs',
  reportId: 'bcdfghjkmnpqrs',
  conversationId: 'bcdfghjkmnpqrs',
} as const

test('a thing of another member is answered like one that does not exist, by every call that names one', async () => {
  const fixture = await buildFixture(site)
  unchanged = null
  const tried = []
  const differing = []
  for (const endpoint of endpoints) {
    const inputOf = accessTable[nameOf(endpoint)]?.[1]
    const { upload, ...input } = inputOf?.(fixture) ?? {}
    for (const [name, missing] of Object.entries(things)) {
      const json = JSON.stringify(input)
      const thing = fixture[name as keyof typeof things]
      if (!json.includes(JSON.stringify(thing))) continue
      tried.push(`${nameOf(endpoint)} ${name}`)
      for (const member of [fixture.free, fixture.blocked]) {
        const caller = { cookie: member.cookie, headers: randomAddress(), ...(upload && { file: files[upload] }) }
        const answers = []
        for (const each of [thing, missing]) {
          const text = json.replaceAll(JSON.stringify(thing), JSON.stringify(each))
          const { status, reply, error } = await site.call(endpoint, JSON.parse(text), caller)
          answers.push({ status, reply, error: error && { ...error, requestId: '' } })
        }
        const [other, none] = answers
        if (!isDeepStrictEqual(other, none)) differing.push({ call: nameOf(endpoint), status: other?.status })
      }
    }
  }
  // A member who sees the lock may pay for the photo.
  expect(differing).toEqual([{ call: 'PUT /api/photos/:photoId/unlock', status: 200 }])
  expect(tried.length).toBeGreaterThan(15)
})

test('every name of a thing in a path is one of those that are known', () => {
  const names = endpoints.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const others = ['profileId', 'reference', 'seq', 'lander', 'page', 'token', 'type']
  expect(new Set(names)).toEqual(new Set([...Object.keys(things), ...others]))
})

test('the table lists every other route', () => {
  const named = new Set([...allEndpoints.map(({ path }) => path), ...rawRoutes.map(({ route }) => route)])
  expect(boundRoutes().filter((route) => !named.has(route))).toEqual([])
})

describe.each(rawRoutes.map((raw) => [`${raw.method ?? 'GET'} ${raw.route}`, raw] as const))('%s', (_name, raw) => {
  test('answers each role as the table says', async () => {
    const statuses: Partial<Record<Role, number>> = {}
    const fixture = await unchangedFixture()
    if (raw.method) unchanged = null
    for (const role of roles) {
      const { statusCode } = await site.app.inject({
        method: raw.method ?? 'GET',
        url: raw.url(fixture),
        headers: {
          ...callerOf(fixture, role),
          ...(raw.route.startsWith('/sandbox') && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(raw.method && { payload: 'status=completed' }),
      })
      statuses[role] = statusCode
    }
    expect(statuses).toEqual(raw.answers)
  })
})

test('mailbox and sandbox do not exist in production', async () => {
  const production = await startTestApp({ environment: productionEnvironment })
  const paths = ['/dev/mailbox', '/dev/mailbox/none/html', '/sandbox/checkout/none', '/metrics']
  const statuses = await Promise.all(paths.map(async (url) => (await production.app.inject(url)).statusCode))
  expect(statuses).toEqual([404, 404, 404, 404])
  await production.close()
})

async function unchangedFixture() {
  unchanged ??= await buildFixture(site)
  return unchanged
}

/** Whether it has the method for reading and only reads. */
function isReading({ method, path }: Endpoint) {
  return method === 'GET' && path !== logOut.path
}

/** Returns headers with an address for each role. */
function from(role: Role) {
  return { 'x-forwarded-for': `192.0.2.${roles.indexOf(role) + 1}` }
}

/** Returns the patterns of all routes, read from the router's printed tree of prefixes. */
function boundRoutes() {
  const lines = site.app.printRoutes({ commonPrefix: false }).split('\n')
  const prefixes: string[] = []
  return lines.flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match?.[2]) return []
    const depth = (match[1] ?? '').length / 4
    const names = match[2].startsWith('/:')
      ? match[2]
          .slice(1)
          .split('|')
          .map((name) => `/${name}`)
      : [match[2]]
    const paths = names.map((name) => (prefixes[depth - 1] ?? '') + name)
    prefixes[depth] = paths.at(-1) ?? ''
    return match[3] ? paths : []
  })
}
