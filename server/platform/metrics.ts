import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from './context.ts'
import type { Db } from './postgres/db.ts'
import { AppError } from './errors.ts'
import { SECOND } from '#contract/time.ts'

type Parts = Pick<Context, 'config' | 'database' | 'db' | 'jobs' | 'realtime'>

/** Memory, processor and event loop belong to the process, however many apps are built in it (tests do). */
let processMetrics: Registry | null = null

/**
 * Serves `/metrics` for Prometheus: requests by route, connections, sockets, jobs, event loop. Who may ask: whoever
 * sends `METRICS_TOKEN`; without one only this machine, and in production nobody, because behind a proxy everybody
 * seems to be this machine. Routes bound after this are measured.
 */
export function registerMetrics(app: FastifyInstance, parts: Parts) {
  const registry = new Registry()
  measureRequests(app, registry)
  measureParts(registry, parts)
  app.get('/metrics', { schema: { hide: true }, config: { rateLimit: false } }, async (request, reply) => {
    if (!mayRead(request, parts)) throw new AppError('request.not_found')
    const all = Registry.merge([ofProcess(), registry])
    void reply.header('cache-control', 'no-store').type(all.contentType)
    return all.metrics()
  })
}

function measureRequests(app: FastifyInstance, registry: Registry) {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request’s head to the answer’s end.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: routeOf(request),
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    durations.observe(labels, reply.elapsedTime / SECOND)
    done()
  })
}

/** The pattern, never the path: paths carry ids. Each file of the web app has a route of its own; they count as one. */
function routeOf({ routeOptions: { url } }: FastifyRequest) {
  if (!url) return 'none'
  return url.startsWith('/assets/') ? '/assets/*' : url
}

function measureParts(registry: Registry, { database: { pool }, db, jobs, realtime }: Parts) {
  const connections = new Gauge({
    name: 'postgres_connections',
    help: 'Connections of the pool; `waiting` are callers that wait for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const sockets = new Gauge({
    name: 'realtime_sockets',
    help: 'Open sockets on this node.',
    registers: [],
    collect() {
      this.set(realtime.socketCount())
    },
  })
  const waiting = new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs in the queue: `due` could run now, `failed` have used up their attempts.',
    labelNames: ['state'],
    registers: [],
    async collect() {
      // While the database is away the rest is worth reading all the more.
      const state = await countJobs(db).catch(() => null)
      if (!state) return this.reset()
      this.set({ state: 'due' }, state.due)
      this.set({ state: 'failed' }, state.failed)
    },
  })
  const runs = new Counter({
    name: 'job_runs_total',
    help: 'Runs of jobs.',
    labelNames: ['job', 'outcome'],
    registers: [],
  })
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time of one run.',
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [],
  })
  registry.registerMetric(connections)
  registry.registerMetric(sockets)
  registry.registerMetric(waiting)
  registry.registerMetric(runs)
  registry.registerMetric(durations)
  jobs.onRun(({ name, outcome, seconds }) => {
    runs.inc({ job: name, outcome })
    durations.observe({ job: name }, seconds)
  })
}

async function countJobs(db: Db) {
  const { rows } = await sql<{ due: number; failed: number }>`
    select
      count(*) filter (where run_at <= now() and attempts < max_attempts) as due,
      count(*) filter (where attempts >= max_attempts) as failed
    from graphile_worker.jobs`.execute(db)
  return rows[0]
}

function ofProcess() {
  if (!processMetrics) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics })
  }
  return processMetrics
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

function mayRead(request: FastifyRequest, { config: { metricsToken, mode } }: Parts) {
  if (metricsToken) return isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  // The socket's own address: `request.ip` may be what a client claims.
  return mode === 'demo' && loopback.has(request.socket.remoteAddress ?? '')
}

/** Takes the same time wherever the two differ. */
function isSame(one: string, other: string) {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
