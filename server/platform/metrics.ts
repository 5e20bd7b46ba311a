import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SECOND } from '#contract/time.ts'
import { measureChecks } from './checks.ts'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'
import { findFamily, type Family } from './processes/family.ts'
import { queueState } from './jobs/queue-state.ts'

interface Services extends Pick<Context, 'config' | 'database' | 'db' | 'jobs' | 'realtime'> {
  push: Pick<Context['push'], 'onAttempt'>
  replica: { lagSeconds(): number } | null
}

/** A metric of a slice: each collection replaces all its values. */
export interface MeasuredGroup {
  name: string
  help: string
  labelNames: string[]
  collect(): Promise<{ labels: Record<string, string>; value: number }[]>
}

/** Metrics of memory, CPU and event loop exist once in a process, even if it builds several apps (tests). */
let processMetrics: Registry | null = null

/**
 * Serves `/metrics` for Prometheus: requests by route, connections, sockets, jobs, event loop. It requires
 * `METRICS_TOKEN` as a bearer token. Without that setting it answers only this machine without a proxy, and
 * in production no one. Measures only routes that are bound after this call.
 */
export function registerMetrics(app: FastifyInstance, services: Services, groups: MeasuredGroup[] = []) {
  const registry = new Registry()
  measureRequests(app, registry)
  measureServices(registry, services)
  measureReplica(registry, services)
  measurePush(registry, services)
  measureChecks(registry, services)
  for (const group of groups) measureGroup(registry, group)
  const family = findFamily()
  family?.answerMetrics(() => Registry.merge([getProcessMetrics(), registry]).getMetricsAsJSON())
  app.get('/metrics', { schema: { hide: true }, config: { rateLimit: false } }, async (request, reply) => {
    if (!mayRead(request, services)) throw new AppError('request.not_found')
    const all = await withOthers(Registry.merge([getProcessMetrics(), registry]), family)
    void reply.header('cache-control', 'no-store').type(all.contentType)
    return all.metrics()
  })
}

/** Sums up all processes that share the port: a request for the metrics reaches any of them. */
async function withOthers(own: Registry, family: Family | null): Promise<Registry> {
  if (!family) return own
  const others = await family.othersMetrics()
  // What comes from them was made by the same program.
  const all: object[] = [await own.getMetricsAsJSON(), ...others]
  return AggregatorRegistry.aggregate<typeof Registry.PROMETHEUS_CONTENT_TYPE>(all)
}

function measureRequests(app: FastifyInstance, registry: Registry) {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from receiving the request’s head to sending the end of the answer.',
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

/** Returns the route pattern, because paths contain ids. The files of the web app count as one route. */
function routeOf({ routeOptions: { url } }: FastifyRequest) {
  if (!url) return 'none'
  return url.startsWith('/assets/') ? '/assets/*' : url
}

function measureServices(registry: Registry, { database: { pool }, db, jobs, realtime }: Services) {
  const connections = new Gauge({
    name: 'postgres_connections',
    help: 'Connections of the pool; `waiting` counts callers without one.',
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
    aggregator: 'max',
    async collect() {
      // Without the database the other metrics are still reported.
      const state = await queueState(db).catch(() => null)
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

function measureReplica(registry: Registry, { replica }: Pick<Services, 'replica'>) {
  const lag = new Gauge({
    name: 'postgres_replica_lag_seconds',
    help: 'How long ago the replica had everything; above a second it is not read. No value without a replica.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      if (replica) this.set(replica.lagSeconds())
    },
  })
  // It begins with 0, which would be a replica that is never late.
  if (!replica) lag.remove()
}

function measurePush(registry: Registry, { push }: Pick<Services, 'push'>) {
  const attempts = new Counter({
    name: 'push_messages_total',
    help: 'Push messages given to push services: sent, gone (the browser has unsubscribed), later (retried), rejected.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  push.onAttempt((outcome) => attempts.inc({ outcome }))
}

function measureGroup(registry: Registry, { name, help, labelNames, collect }: MeasuredGroup) {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [],
    // From the database: the same in every process.
    aggregator: 'max',
    async collect() {
      this.reset()
      // Without the database the other metrics are still reported.
      for (const { labels, value } of await collect().catch(() => [])) this.set(labels, value)
    },
  })
  registry.registerMetric(gauge)
}

function getProcessMetrics() {
  if (!processMetrics) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics })
  }
  return processMetrics
}

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

function mayRead(request: FastifyRequest, { config: { metricsToken, mode } }: Services) {
  if (metricsToken) return isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  // Through a proxy on this machine every client seems to be this machine.
  if (forwardingHeaders.some((name) => request.headers[name] !== undefined)) return false
  // The address of the connection, because `request.ip` can come from a header.
  return mode === 'demo' && loopback.has(request.socket.remoteAddress ?? '')
}

/** Compares in constant time. */
function isEqual(first: string, second: string) {
  const [left, right] = [first, second].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
