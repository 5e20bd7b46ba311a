import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallOf, Endpoint, EndpointSchemas, SchemasOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { PageCall, PageReply } from '#contract/page-renderer.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  authorize,
  oncePerRequest,
  type AuthorizeOperator,
  type Callers,
  type Identify,
  type RequestOperator,
  type RequestViewer,
} from './callers.ts'
import { FileReply, sendFile } from './file-reply.ts'
import { JsonReply } from './json-reply.ts'
import type { UploadedFile } from './multipart.ts'
import type { Read } from '#server/platform/postgres/replica.ts'
import { describeRoute } from './openapi.ts'
import { parseInput } from './parse-input.ts'
import type { ReadFor } from './read-position.ts'
import type { Uploads } from './uploads.ts'
import type { QuotaCounter, Quotas } from './limits/quotas.ts'
import type { Rate } from './limits/rate-limit.ts'
import { languageOf } from './visitor/request-language.ts'
import { rejectForeignOrigin, rejectUnsafeCall, requireOwnPage } from './visitor/request-origin.ts'
import { visitorHints, type VisitorHints } from './visitor/visitor-hints.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Unset for what is not a call: pages and sockets. */
    keepsViewer?: boolean
    /** Requests of one member in a window, counted by `identifyMember`. Gives the address a rate too. */
    memberRate?: Rate
    /** Its replies are stored for clients that send the call again: see `rememberReplies`. */
    isRemembered?: boolean
  }
}

type ViewerOf<E extends Endpoint, Viewer> = E['access'] extends 'member' ? Viewer : Viewer | null
type OperatorOf<E extends Endpoint> = E['access'] extends 'operator' ? RequestOperator : RequestOperator | null

/** What a handler receives: the parsed request and its viewer. */
export type Call<E extends Endpoint, Viewer = RequestViewer> = CallOf<E> & {
  viewer: ViewerOf<E, Viewer>
  /** Of a call of operators; null for others. */
  operator: OperatorOf<E>
  /** Host name without port, lower case. */
  host: string
  /** The viewer's saved language, else the cookie's, else the browser's. */
  language: Language
  /** Looks the network address up, which few calls need. */
  visitor: () => VisitorHints
  ip: string
  /** Runs a statement that only reads, on a replica if that has what the viewer wrote. */
  read: Read
  /** The file of an endpoint with `upload`, or null when none was sent. */
  upload: UploadedFile | null
  /** For cookies only. */
  request: FastifyRequest
  reply: FastifyReply
}

export interface RouteOptions {
  /** Requests that one address may make in a window, in addition to the global limit. */
  rateLimit?: Rate
  /**
   * Requests that one member may make in a window. The address may make `MEMBERS_PER_ADDRESS` times as many,
   * unless `rateLimit` is given too.
   */
  memberRate?: Rate
  /** A GET with an effect: only a page of this site may cause it. */
  sameOriginOnly?: boolean
  /** Lets browsers keep the reply, `public` also caches between. Otherwise no reply is stored. */
  cache?: { scope: 'public' | 'private'; maxAgeS: number }
  /** Limits the calls of each member and address, those of rendered pages included. */
  quotas?: Quotas
  /** Whether a call counts against them, by what it asks for. Default: each does. */
  isCounted?: (input: Record<'query' | 'body', Record<string, unknown>>) => boolean
  /** A call other than GET that changes nothing about the viewer, who may then come from the cache. */
  keepsViewer?: boolean
}

export type Route<Viewer = RequestViewer> = <E extends Endpoint>(
  endpoint: E,
  schemas: SchemasOf<E>,
  handler: (
    call: Call<E, Viewer>,
  ) => Promise<z.input<SchemasOf<E>['reply']> | JsonReply<z.output<SchemasOf<E>['reply']>> | FileReply>,
  options?: RouteOptions,
) => void

/** What a slice binds its URLs with. `app` is for the few answers that are not JSON. */
export interface Routes<Viewer = RequestViewer> {
  app: FastifyInstance
  route: Route<Viewer>
  identify: Identify<Viewer>
  /**
   * Finds the logged-in user of a request, and counts it against the `memberRate` in the config of its route.
   * @throws AppError `authentication_required`, `request.too_many`
   */
  identifyMember: (request: FastifyRequest) => Promise<Viewer>
}

/** Answers a page's call with the checks and handlers of an HTTP request, but without one. */
export type AnswerPage = (
  call: PageCall,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Pick<PageReply, 'body' | 'json'>>

interface Input {
  params: unknown
  query: unknown
  body: unknown
  upload: UploadedFile | null
}

type Answer = (input: Input, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface RouteDeps<Viewer> {
  identify: Identify<Viewer>
  authorizeOperator: AuthorizeOperator
  uploads: Pick<Uploads, 'receive'>
  quotaCounter: Pick<QuotaCounter, 'count'>
  readFor: ReadFor
}

/**
 * Binds contract endpoints to handlers: checks origin and access before a body is read, then the input, and
 * parses the reply before it is sent, unless it is a `JsonReply` or a file.
 */
export function createRoutes<Viewer extends RequestViewer>(
  app: FastifyInstance,
  { identify, authorizeOperator, uploads, quotaCounter, readFor }: RouteDeps<Viewer>,
): Pick<Routes<Viewer>, 'route' | 'identifyMember'> & { answerPage: AnswerPage } {
  const answers = new Map<string, Answer>()
  const identifyOnce = oncePerRequest(identify)

  async function identifyMember(request: FastifyRequest) {
    const viewer = await identifyOnce(request)
    if (!viewer) throw new AppError('authentication_required')
    const { config, url } = request.routeOptions
    if (config.memberRate) {
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const quotas = { name: `${method} ${url}`, perMember: [config.memberRate], perAddress: [] }
      await quotaCounter.count(quotas, { userId: viewer.userId, ip: request.ip })
    }
    return viewer
  }

  const route: Route<Viewer> = (endpoint, schemas, handler, options = {}) => {
    // The compiler cannot relate the endpoint's type to what was parsed with its schemas.
    const callers = { identify: identifyOnce, authorizeOperator, readFor }
    const answer = createAnswer(endpoint, schemas, callers, async (call) => {
      const typedCall = call as unknown as Call<typeof endpoint, Viewer>
      const { viewer, ip } = typedCall
      const { quotas, isCounted } = options
      const { query = {}, body = {} } = call as Partial<Record<'query' | 'body', Record<string, unknown>>>
      const counts = isCounted?.({ query, body }) ?? true
      if (quotas && counts) await quotaCounter.count(quotas, { userId: viewer?.userId ?? null, ip })
      return handler(typedCall)
    })
    answers.set(`${endpoint.method} ${endpoint.path}`, answer)
    bindEndpoint(app, { endpoint, schemas, answer, options, ...callers, identifyMember, uploads })
  }

  const answerPage: AnswerPage = async ({ method, path, params, query = {}, body }, request, reply) => {
    const answer = answers.get(`${method} ${path}`)
    if (!answer) throw new AppError('request.not_found')
    if (method !== 'GET') rejectUnsafeCall(request)
    const result = await answer({ params, query, body, upload: null }, request, reply)
    if (result instanceof FileReply) throw new Error('a page asked for a file while it was rendered')
    return result instanceof JsonReply ? { body: JSON.parse(result.text), json: result.text } : { body: result }
  }

  return { route, identifyMember, answerPage }
}

function createAnswer(
  endpoint: Endpoint,
  schemas: EndpointSchemas,
  callers: AnswerCallers,
  handler: (call: Record<string, unknown>) => Promise<unknown>,
): Answer {
  const parseReply = oncePerObject((result) => schemas.reply.parse(result))
  return async (input, request, reply) => {
    // Checked here too for the calls of pages, which pass no hook.
    const { viewer, operator } = await authorize(endpoint, callers, request)
    const result = await handler({
      params: parseInput(schemas.params, input.params),
      query: parseInput(schemas.query, input.query),
      body: parseInput(schemas.body, input.body),
      viewer,
      operator,
      upload: input.upload,
      host: request.hostname.toLowerCase(),
      language: viewer?.language ?? languageOf(request),
      // Not a getter: V8 holds that of an object literal, with the request, until the next major collection.
      visitor: () => visitorHints(request),
      ip: request.ip,
      read: callers.readFor(request),
      request,
      reply,
    })
    void reply.header('cache-control', 'private, no-store')
    return result instanceof JsonReply || result instanceof FileReply ? result : parseReply(result)
  }
}

interface AnswerCallers extends Callers {
  readFor: ReadFor
}

interface Binding extends Callers {
  endpoint: Endpoint
  schemas: EndpointSchemas
  answer: Answer
  options: RouteOptions
  identifyMember: (request: FastifyRequest) => Promise<unknown>
  uploads: Pick<Uploads, 'receive'>
}

function bindEndpoint(
  app: FastifyInstance,
  { endpoint, schemas, answer, options, identify, authorizeOperator, identifyMember, uploads }: Binding,
) {
  const { rateLimit, memberRate, sameOriginOnly, cache, keepsViewer = endpoint.method === 'GET' } = options
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // `createAnswer` validates with the contract. Fastify requires a serializer only beside a schema.
    schema: { response: { 200: {}, '4xx': {} } },
    serializerCompiler: () => (data) => (data instanceof JsonReply ? data.text : JSON.stringify(data)),
    config: {
      keepsViewer,
      // Each is a row in the database, so what anyone may call needs a limit of its own.
      isRemembered: endpoint.access !== 'anyone' || rateLimit !== undefined,
      ...(rateLimit && { rateLimit }),
      ...(memberRate && { memberRate }),
      // Called when the OpenAPI page is opened: converting all schemas takes a tenth of the start.
      swaggerTransform: ({ url }) => ({ schema: describeRoute(endpoint, schemas), url }),
    },
    // Runs after the rate limiter, which is an onRequest hook, and before the body is read.
    preParsing: async (request) => {
      if (sameOriginOnly) requireOwnPage(request)
      else if (endpoint.method !== 'GET') rejectForeignOrigin(request)
      if (endpoint.access === 'member') await identifyMember(request)
      if (endpoint.access === 'operator') await authorizeOperator(request, endpoint)
    },
    handler: async (request, reply) => {
      const { params, query, body } = request
      if (!endpoint.upload) {
        const result = await answer({ params, query, body, upload: null }, request, reply)
        if (result === null) return reply.code(204).send()
        if (result instanceof FileReply) return sendFile(result, reply)
        return cache ? sendCached(result, { request, reply, cache }) : result
      }
      const viewer = endpoint.access === 'operator' ? null : await identify(request)
      return uploads.receive({ request, userId: viewer?.userId }, (form) =>
        answer({ params, query, ...form }, request, reply),
      )
    },
  })
}

/** Sends a reply that may be kept; one that the browser has already is answered without its content. */
function sendCached(
  result: unknown,
  {
    request,
    reply,
    cache,
  }: { request: FastifyRequest; reply: FastifyReply; cache: NonNullable<RouteOptions['cache']> },
) {
  const etag = `"${createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 22)}"`
  void reply.header('cache-control', `${cache.scope}, max-age=${cache.maxAgeS}`).header('etag', etag)
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : result
}

/** Parses a reply object once, however often a handler returns the same one (such as a site's settings). */
function oncePerObject(parseReply: (result: unknown) => unknown) {
  const replies = new WeakMap<object, unknown>()
  return (result: unknown) => {
    if (typeof result !== 'object' || result === null) return parseReply(result)
    const parsed = replies.get(result) ?? parseReply(result)
    replies.set(result, parsed)
    return parsed
  }
}
