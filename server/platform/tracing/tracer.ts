/**
 * Traces by OpenTelemetry: a span for each request, job and statement, sent to a collector. This file is the
 * only one that imports its packages, and is loaded only where a collector is configured. Spans have routes
 * and names, no addresses, ids or values.
 */
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { SECOND } from '#contract/time.ts'
import { jobRuns, QUERY_CHANNEL, type JobMessage, type QueryMessage } from './channels.ts'

/** A stop waits for a collector that does not answer no longer than this. */
const EXPORT_TIMEOUT_MS = 3 * SECOND
/** Long statements differ in their first lines. */
const QUERY_TEXT_LENGTH = 1000
/** Published by Fastify when a server is created, before anything is bound to it. */
const SERVER_CHANNEL = 'fastify.initialization'

interface TracerOptions {
  /** Base address of the collector (OTLP over HTTP). */
  url: string
  /** Share of the requests and jobs that are traced, from 0 to 1. */
  share: number
  /** Whether a proxy in front may name the trace of a request. Visitors could choose what is traced. */
  trustsParent: boolean
}

/** Starts tracing, of servers that are created later. Returns what sends the rest and ends it. */
export function startTracing({ url, share, trustsParent }: TracerOptions): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', url.endsWith('/') ? url : `${url}/`).href,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'rendezvous', 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
  const tracer = provider.getTracer('rendezvous')
  const current: Current = new AsyncLocalStorage()
  const stops = [traceServers(tracer, current, trustsParent), traceQueries(tracer, current), traceJobs(tracer, current)]
  return async () => {
    for (const stop of stops) stop()
    // The site does not depend on its collector: what cannot be sent is lost.
    await provider.shutdown().catch(() => {})
  }
}

/** The request or job for which the program is working. */
type Current = AsyncLocalStorage<Span | undefined>

function traceQueries(tracer: Tracer, current: Current) {
  function onQuery(message: unknown) {
    const parent = current.getStore()
    if (!parent?.isRecording()) return
    const query = message as QueryMessage
    const summary = summaryOf(query.text)
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.summary': summary,
      'db.query.text': query.text.slice(0, QUERY_TEXT_LENGTH),
    }
    const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent))
    query.end = (error) => endSpan(span, error)
  }
  subscribe(QUERY_CHANNEL, onQuery)
  return () => unsubscribe(QUERY_CHANNEL, onQuery)
}

function traceJobs(tracer: Tracer, current: Current) {
  const jobSpans = new WeakMap<JobMessage, Span>()
  function onJobEnd(message: unknown) {
    const job = message as JobMessage & { error?: unknown }
    const span = jobSpans.get(job)
    if (span) endSpan(span, job.error)
  }
  jobRuns.start.bindStore(current, (message) => {
    const attributes = { 'job.name': message.name, 'job.attempt': message.attempt }
    const span = tracer.startSpan(`job ${message.name}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT)
    jobSpans.set(message, span)
    return span
  })
  jobRuns.asyncEnd.subscribe(onJobEnd)
  return () => {
    jobRuns.asyncEnd.unsubscribe(onJobEnd)
    jobRuns.start.unbindStore(current)
  }
}

function traceServers(tracer: Tracer, current: Current, trustsParent: boolean) {
  function startSpan(request: FastifyRequest) {
    const route = routeOf(request)
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const parent = trustsParent ? parentOf(request) : ROOT_CONTEXT
    return tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
  }
  function onServer(message: unknown) {
    const { fastify } = message as { fastify: FastifyInstance }
    traceRequests(fastify, { current, startSpan })
  }
  subscribe(SERVER_CHANNEL, onServer)
  return () => unsubscribe(SERVER_CHANNEL, onServer)
}

interface RequestTracing {
  current: Current
  startSpan: (request: FastifyRequest) => Span
}

function traceRequests(app: FastifyInstance, { current, startSpan }: RequestTracing) {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    // A socket is no request that ends.
    if (request.headers.upgrade) return done()
    const span = startSpan(request)
    spans.set(request, span)
    current.run(span, done)
  })
  // Events of the body come from the connection, which knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => current.run(spans.get(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    end(request)
    done()
  })

  function end(request: FastifyRequest, status?: number) {
    const span = spans.get(request)
    if (!span) return
    spans.delete(request)
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    if (status !== undefined && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

/** The route pattern: paths contain ids. */
function routeOf({ routeOptions }: FastifyRequest) {
  return routeOptions.url ?? 'none'
}

/** Of the header `traceparent` (W3C Trace Context). */
function parentOf({ headers }: FastifyRequest) {
  const match = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(headers['traceparent']))
  const [, traceId, spanId, flags] = match ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(context.active(), { traceId, spanId, traceFlags, isRemote: true })
}

/** `insert messages`: the first verb and the first table. */
function summaryOf(text: string) {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]+(?:\.[a-z_]+)?)"?/i.exec(text)?.[1]
  return table ? `${verb} ${table.toLowerCase()}` : verb
}

/** Messages of errors can contain values; their codes do not. */
function endSpan(span: Span, error: unknown) {
  if (error !== undefined && error !== null) {
    const code = (error as { code?: unknown }).code
    span.setAttribute('error.type', typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
