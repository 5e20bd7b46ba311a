import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bareRoutes } from '#tests/support/bare-routes.ts'
import { createRoutes } from './routes.ts'
import { createHttpServer } from './server.ts'

/** What reaches the handler: one field that has to be a text, in the query and in the body. */
const Fields = z.strictObject({ name: z.string() })
const thingSchemas = {
  summary: 'For this test.',
  query: Fields.partial(),
  body: Fields,
  reply: z.object({ name: z.string() }),
}
const thing = endpoint<typeof thingSchemas>('POST', '/api/thing', 'anyone')

let app: FastifyInstance
const handled: unknown[] = []

beforeAll(async () => {
  app = await createHttpServer({
    config: { publicUrl: 'http://localhost', trustProxy: false },
    log: pino({ level: 'silent' }),
  })
  const { route } = createRoutes(app, bareRoutes)
  route(thing, thingSchemas, async ({ body }) => {
    handled.push(body)
    return body
  })
})
afterAll(() => app.close())

async function statusOf(payload: string | Buffer, headers: Record<string, string>, query = '') {
  const { statusCode } = await app.inject({ method: 'POST', url: `/api/thing${query}`, payload, headers })
  return statusCode
}

const json = { 'content-type': 'application/json' }

test.each([
  ['application/json', 200],
  ['APPLICATION/JSON', 200],
  ['application/json; charset=utf-8', 200],
  ['application/json;charset=utf-16', 200],
  ['application/json;', 200],
  [' application/json', 200],
  ['\tapplication/json', 200],
  ['application/json\ttext/plain', 415],
  ['application/json text/plain', 415],
  ['application/json, text/plain', 415],
  ['application/jsonp', 415],
  ['application/ json', 415],
  ['text/json', 415],
  ['application/x-www-form-urlencoded', 415],
  ['', 415],
  ['text/plain', 400],
  ['multipart/form-data', 400],
])('a body of the type %j is answered with %i, and no input passes unchecked', async (type, status) => {
  handled.length = 0
  const answers = []
  for (const body of ['{"name":"a"}', '{"name":1}', '{"name":"a","more":1}', '"a"'])
    answers.push(await statusOf(body, { 'content-type': type }))
  expect(answers).toEqual([status, ...Array<number>(3).fill(status === 200 ? 400 : status)])
  expect(handled).toEqual(status === 200 ? [{ name: 'a' }] : [])
})

test.each([
  ['an earlier value of a repeated key', '{"name":1,"name":"a"}', 200],
  ['the last value of a repeated key', '{"name":"a","name":1}', 400],
  ['a mark of the order of bytes', '\ufeff{"name":"a"}', 200],
  ['a list around the object', '[{"name":"a"}]', 400],
  ['a list in place of a text', '{"name":["a"]}', 400],
  ['two objects', '{"name":"a"}{"name":"b"}', 400],
  ['a comment', '{"name":"a"/**/}', 400],
  ['a prototype', '{"name":"a","__proto__":{"stolen":true}}', 400],
  ['a prototype in escapes', '{"name":"a","\\u005f_proto__":{"stolen":true}}', 400],
  ['a constructor', '{"name":"a","constructor":{"prototype":{"stolen":true}}}', 400],
  ['a prototype alone', '{"__proto__":{"name":"a"}}', 400],
  ['100,000 lists in each other', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
])('%s in a body is answered with its own status', async (_name, payload, status) => {
  handled.length = 0
  expect(await statusOf(payload, json)).toBe(status)
  expect(handled).toEqual(status === 200 ? [{ name: 'a' }] : [])
  expect(Object.hasOwn(Object.prototype, 'stolen')).toBe(false)
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('of a body that is packed by %s the unpacked size counts', async (encoding, pack) => {
  handled.length = 0
  const headers = { ...json, 'content-encoding': encoding }
  expect(await statusOf(pack(JSON.stringify({ name: 'a'.repeat(10_000_000) })), headers)).toBe(413)
  expect(await statusOf(pack('{"name":1}'), headers)).toBe(400)
  expect(handled).toEqual([])
})

test('a repeated field of a query is no text', async () => {
  const answers = []
  for (const query of ['?name=a', '?name=a&name=b', '?name[]=a', '?name[b]=a', '?__proto__=a', '?name=a&name=a'])
    answers.push(await statusOf('{"name":"a"}', json, query))
  expect(answers).toEqual([200, 400, 400, 400, 400, 400])
})
