import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/error-body.ts'
import { requestOf } from '#web/api/call.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'
import { accessTable } from './access-table.ts'
import { buildOperatorFixture, operatorEntryTable, operatorTable, type OperatorFixture } from './operator-table.ts'
import { buildFixture, nameOf, type Fixture } from './fixture.ts'

let site: TestApp
let fixture: Fixture
let operators: OperatorFixture

beforeAll(async () => {
  const environment = { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' }
  site = await startTestApp({ environment, keepsViewers: true })
  fixture = await buildFixture(site)
  operators = await buildOperatorFixture(site)
})
afterAll(() => site.close())

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\u202egnp.exe',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '../../../etc/passwd',
  '%00%2e%2e',
  '__proto__',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '2147483648',
  '9007199254740991',
  '0000-01-01',
  '99999-12-31',
  'x'.repeat(5000),
  '😀'.repeat(500),
]

const values: unknown[] = [
  ...texts,
  null,
  true,
  0,
  -1,
  1.5,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  1e308,
  [],
  ['a', 'b'],
  Array.from({ length: 2000 }, () => 'music'),
  {},
  { $ne: null },
  { toString: 'x', length: 3 },
]

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test('answers any input with a reply or an error code, never with a failure', async () => {
    // A new one each time: a repeated input may be rejected for that alone.
    const good = () => goodInput(name)
    const queue = variations(endpoint, good())
    const wrong: string[] = []
    async function work() {
      for (const [label, spoil] of queue) {
        const { statusCode, payload } = await send(endpoint, spoil(good()))
        const isCoded = statusCode < 400 || ErrorBody.safeParse(JSON.parse(payload)).success
        if (statusCode >= 500 || !isCoded) wrong.push(`${label}: ${statusCode} ${payload}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    expect(wrong).toEqual([])
  })
})

/** Pages pass their own query on to these. */
const loose = ['/api/settings', '/api/discountcode']
const withFields = endpoints.filter(({ path, schemas: { query, body } }) => (query || body) && !loose.includes(path))

test.each(withFields.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s rejects a field that it does not know',
  async (name, endpoint) => {
    const good = goodInput(name)
    const part = endpoint.schemas.body ? 'body' : 'query'
    const { statusCode, payload } = await send(endpoint, { ...good, [part]: { ...good[part], unheard: 'x' } })
    expect([statusCode, JSON.parse(payload).error?.code]).toEqual([400, 'request.invalid'])
  },
)

/** Returns an input that is valid for a call. */
function goodInput(name: string): Input {
  const inputOf = operatorTable[name]?.[1] ?? operatorEntryTable[name]?.[1]
  return (inputOf ? inputOf(operators) : accessTable[name]?.[1]?.(fixture)) ?? {}
}

interface Input {
  params?: object
  query?: object
  body?: object
  /** The text to send in place of a body. */
  raw?: string
}

/** Fields of a query that some calls have. */
const others = ['page', 'after', 'before', 'region', 'minAge', 'country', 'domain', 'a[b]']

/** Yields a good input with one bad value at a time, and inputs that are bad as a whole. */
function* variations(
  { schemas }: (typeof endpoints)[number],
  shape: Input,
): Generator<[string, (good: Input) => Input]> {
  for (const part of ['params', 'query', 'body'] as const) {
    const more = part === 'query' && schemas.query ? others : []
    for (const key of new Set([...Object.keys(shape[part] ?? {}), ...keysOf(schemas[part]), ...more]))
      for (const value of part === 'body' ? values : part === 'query' ? texts : texts.filter(isPathPart))
        yield [
          `${part}.${key} = ${JSON.stringify(value).slice(0, 60)}`,
          (good) => ({ ...good, [part]: { ...good[part], [key]: value } }),
        ]
  }
  // A call without a query ignores all of it, so one value of each is no reason to stop before the next.
  if (!schemas.query) {
    for (const value of texts) {
      const query = Object.fromEntries(others.map((key) => [key, value]))
      yield [`query = ${JSON.stringify(value).slice(0, 60)}`, (good) => ({ ...good, query })]
    }
  }
  if (!shape.body) return
  for (const raw of ['', 'null', '[]', '"text"', '{', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])
    yield [raw, (good) => ({ ...good, raw })]
  yield ['deep list', (good) => ({ ...good, raw: '['.repeat(50_000) + ']'.repeat(50_000) })]
  yield ['deep object', (good) => ({ ...good, raw: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` })]
}

/** Returns the fields that a schema names, also those that a good input leaves out. */
function keysOf(schema: z.core.$ZodType | undefined): string[] {
  if (!schema) return []
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.keys(def.shape)
  if (def.type === 'union') return def.options.flatMap(keysOf)
  return def.type === 'default' ? keysOf(def.innerType) : []
}

/** A path cannot contain half a character. */
function isPathPart(text: string) {
  return text !== '' && text.isWellFormed()
}

let calls = 0

/** Sends a call as a member who may make it, each from an address of its own. */
async function send(endpoint: Endpoint, { raw, ...input }: Input) {
  calls += 1
  const { url, body } = requestOf(endpoint, input as never)
  const encoded = new Response(raw === undefined ? body : endpoint.upload ? formWith(raw) : raw)
  const type = endpoint.upload ? encoded.headers.get('content-type') : 'application/json'
  const { cookie } = endpoint.access === 'operator' ? operators.owner : fixture.owner
  // Logging in, signing up, logging out and a reset of the password end the session that sends them.
  const endsSession =
    ['/api/user', '/api/signup', '/api/logout', '/api/operator/session'].includes(endpoint.path) &&
    endpoint.method !== 'PUT'
  const isForVisitors = endsSession || endpoint.path === '/api/password-reset'
  return site.app.inject({
    method: endpoint.method,
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(!isForVisitors && { cookie }),
      'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      ...(encoded.body && type && { 'content-type': type }),
    },
    ...(encoded.body && { payload: Buffer.from(await encoded.arrayBuffer()) }),
  })
}

function formWith(data: string) {
  const form = new FormData()
  form.append('data', data)
  return form
}
