import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { answerErrors } from './http/error-replies.ts'
import { defineJob, Jobs } from './jobs/jobs.ts'
import { registerMetrics } from './metrics.ts'
import { Realtime } from './realtime/hub.ts'

const log = pino({ level: 'silent' })
const greet = defineJob('test.greet', z.object({}))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function buildSite(
  config: { mode: 'demo' | 'production'; metricsToken?: string },
  replica: { lagSeconds(): number } | null = null,
) {
  const app = Fastify()
  const jobs = new Jobs({ pool: database.pool, log })
  jobs.handle(greet, async () => {})
  await jobs.migrate()
  const services = { database, db: database.db, jobs, realtime: new Realtime({ log }) }
  answerErrors(app)
  registerMetrics(app, {
    ...services,
    push: { onAttempt: () => {} },
    replica,
    config: { metricsToken: undefined, ...config } as never,
  })
  app.get('/members/:id', async () => 'ok')
  return { app, jobs }
}

describe('access to /metrics', () => {
  const remote = { remoteAddress: '192.0.2.1' }

  test.each([
    ['this machine in a demo', { mode: 'demo' }, {}, 200],
    ['a proxy on this machine in a demo', { mode: 'demo' }, { headers: { 'x-forwarded-for': '8.8.8.8' } }, 404],
    ['a proxy that sends `Forwarded`', { mode: 'demo' }, { headers: { forwarded: 'for=8.8.8.8' } }, 404],
    ['another machine in a demo', { mode: 'demo' }, remote, 404],
    ['this machine in production', { mode: 'production' }, {}, 404],
    ['a request without the configured token', { mode: 'demo', metricsToken: 'a'.repeat(16) }, {}, 404],
    [
      'a request with the configured token',
      { mode: 'production', metricsToken: 'a'.repeat(16) },
      { ...remote, headers: { authorization: `Bearer ${'a'.repeat(16)}` } },
      200,
    ],
  ] as const)('%s', async (_, config, request, status) => {
    const { app } = await buildSite(config)
    expect((await app.inject({ url: '/metrics', ...request })).statusCode).toBe(status)
  })
})

test('requests are counted by route pattern, jobs by name and outcome', async () => {
  const { app, jobs } = await buildSite({ mode: 'demo' })
  await app.inject('/members/secret-id')
  await app.inject('/nowhere/secret-id')
  await jobs.enqueue(database.db, greet, {})
  await jobs.runDue()
  await jobs.enqueue(database.db, greet, {})
  const { body } = await app.inject('/metrics')
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/members/:id",status="2xx"} 1')
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="none",status="4xx"} 1')
  expect(body).not.toContain('secret-id')
  expect(body).toContain('job_runs_total{job="test.greet",outcome="done"} 1')
  expect(body).toContain('jobs_waiting{state="due"} 1')
  expect(body).toContain('postgres_connections{state="waiting"} 0')
  expect(body).toContain('realtime_sockets 0')
  expect(body).toContain('nodejs_eventloop_lag_seconds')
})

test('the lag of a replica is measured where there is one', async () => {
  const linesOf = async (replica: { lagSeconds(): number } | null) => {
    const { app } = await buildSite({ mode: 'demo' }, replica)
    const { body } = await app.inject('/metrics')
    return body.split('\n').filter((line) => line.startsWith('postgres_replica_lag_seconds'))
  }
  expect(await linesOf(null)).toEqual([])
  expect(await linesOf({ lagSeconds: () => 0.25 })).toEqual(['postgres_replica_lag_seconds 0.25'])
})
