import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sendMessage } from '#contract/chat/calls.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { startTracing } from './tracer.ts'

interface SpanOfOtlp {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

const fine = defineJob('test.fine', z.object({}))
const failing = defineJob('test.failing', z.object({}))
const TRACE = 'a'.repeat(32)

let collector: Server
let spans: SpanOfOtlp[]
let paths: (string | undefined)[]
let site: TestApp
let stopTracing: () => Promise<void>

beforeEach(async () => {
  spans = []
  paths = []
  collector = createServer((request, response) => {
    paths.push(request.url)
    const read = async () => {
      const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SpanOfOtlp[] }[] }[] }
      spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.setHeader('content-type', 'application/json').end('{}')
    }
    void read()
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
})

afterEach(async () => {
  await stopTracing()
  await site.close()
  collector.close()
})

async function start({ share = 1, trustsParent = false } = {}) {
  const { port } = collector.address() as AddressInfo
  stopTracing = startTracing({ url: `http://127.0.0.1:${port}`, share, trustsParent })
  site = await startTestApp({ log: pino({ level: 'silent' }) })
}

const childrenOf = (parent: SpanOfOtlp | undefined) => spans.filter((span) => span.parentSpanId === parent?.spanId)
const named = (name: string) => spans.find((span) => span.name === name)
const valueOf = (span: SpanOfOtlp | undefined, key: string) => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('a request has a span with its route, and one for each statement, without what the member wrote', async () => {
  await start()
  const sender = await buildMember(site.context, { credits: 100 })
  const receiver = await buildMember(site.context)
  const answer = await site.call(
    sendMessage,
    {
      params: { profileId: receiver.profileId },
      body: { clientId: crypto.randomUUID(), kind: 'text', body: 'a secret sentence' },
    },
    sender,
  )
  expect(answer.status).toBe(200)
  await stopTracing()
  expect(paths[0]).toBe('/v1/traces')
  const request = spans.find((span) => span.name === `${sendMessage.method} ${sendMessage.path}`)
  expect(request).toMatchObject({ kind: 2 })
  expect(request?.parentSpanId).toBeFalsy()
  expect(valueOf(request, 'http.response.status_code')).toBe(200)
  const statements = childrenOf(request)
  expect(statements.length).toBeGreaterThan(0)
  expect(new Set(statements.map(({ kind, traceId }) => `${kind} ${traceId}`))).toEqual(
    new Set([`3 ${request?.traceId}`]),
  )
  expect(statements.map((span) => valueOf(span, 'db.system.name'))).toContain('postgresql')
  const text = JSON.stringify(spans)
  expect(text).not.toContain('a secret sentence')
  expect(text).not.toContain(receiver.profileId)
})

test('a job has a span, its statements below it, and the kind of its error without the message', async () => {
  await start()
  const { jobs, db, transaction } = site.context
  jobs.handle(fine, async () => {
    await db.selectFrom('sites').select('id').execute()
  })
  jobs.handle(failing, async () => {
    throw new RangeError('anna@example.com')
  })
  await transaction(async (tx) => {
    await jobs.enqueue(tx, fine, {})
    await jobs.enqueue(tx, failing, {})
  })
  await jobs.runDue()
  await stopTracing()
  expect(childrenOf(named('job test.fine')).map(({ name }) => name)).toEqual(['select sites'])
  expect(named('job test.fine')?.status.code ?? 0).toBe(0)
  expect(named('job test.failing')).toMatchObject({ kind: 5, status: { code: 2 } })
  expect(valueOf(named('job test.failing'), 'error.type')).toBe('RangeError')
  expect(JSON.stringify(spans)).not.toContain('anna@example.com')
})

test.each([
  [true, TRACE],
  [false, undefined],
])('the trace that a proxy names is followed if a proxy is trusted: %s', async (trustsParent, traceId) => {
  await start({ trustsParent })
  const headers = { traceparent: `00-${TRACE}-${'b'.repeat(16)}-01` }
  await site.app.inject({ url: '/health', headers })
  await stopTracing()
  const span = named('GET /health')
  expect(span).toBeDefined()
  expect(span?.traceId === TRACE ? TRACE : undefined).toBe(traceId)
})

test('a share of 0 traces nothing', async () => {
  await start({ share: 0 })
  expect((await site.app.inject('/ready')).statusCode).toBe(200)
  await stopTracing()
  expect(spans).toEqual([])
})

test('the site works without its collector', async () => {
  await start()
  collector.close()
  collector.closeAllConnections()
  expect((await site.app.inject('/ready')).statusCode).toBe(200)
  await stopTracing()
  expect(spans).toEqual([])
})
