import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AnyEndpoint, CallOf, Endpoint } from '#contract/endpoint.ts'
import { errorStatus, type ErrorCode, type ErrorParams } from '#contract/errors.ts'
import { defaultLanguage, isLanguage, type Language } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { AppError } from '#server/platform/errors.ts'
import { describeRoute } from './openapi.ts'
import { MINUTE, SECOND } from '#contract/time.ts'

/** Who is logged in, as far as every handler wants to know. */
export interface Viewer {
  userId: number
  /** Public id of the viewer's profile. */
  profileId: string
  sessionHash: Buffer
  isConfirmed: boolean
  isPremium: boolean
  language: Language
}

export interface UploadedFile {
  bytes: Buffer
}

type ViewerOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType, infer Who>
    ? 'anyone' extends Who
      ? Viewer | null
      : Viewer
    : never

/** What a handler gets: the parsed request and who asks. */
export type Call<E extends AnyEndpoint> = CallOf<E> & {
  viewer: ViewerOf<E>
  /** Host name without port, lower case. */
  host: string
  /** The viewer's saved language, else the cookie's, else the browser's. */
  language: Language
  ip: string
  /** The file of an endpoint with `upload`, or null when none was sent. */
  upload: UploadedFile | null
  /** For cookies only. */
  request: FastifyRequest
  reply: FastifyReply
}

export type Identify = (request: FastifyRequest) => Promise<Viewer | null>

export interface RouteOptions {
  /** Requests that one address may make in a window; the global limit holds besides. */
  rateLimit?: { max: number; timeWindow: number }
  /** Whose request another site must not cause though it is a GET. */
  sameOriginOnly?: boolean
}

export type Route = <E extends AnyEndpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<z.input<E['reply']>>,
  options?: RouteOptions,
) => void

/** What a slice binds its URLs with. `app` is for the few answers that are not JSON. */
export interface Routes {
  app: FastifyInstance
  route: Route
  identify: Identify
}

/** The one place that knows the `.php` spelling (SHELL-16). For Fastify's `rewriteUrl`. */
export function withoutPhp(url: string) {
  return url.replace(/^(\/api\/[a-z-]+)\.php(?=\?|$)/, '$1')
}

/** What a page asks of the API while it is drawn, named as in the contract. */
export interface PageCall {
  method: string
  path: string
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Answers a page as its visitor would be answered: same checks, same handlers, no request in between. */
export type AnswerPage = (call: PageCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface Input {
  params: unknown
  query: unknown
  body: unknown
  upload: UploadedFile | null
}

type Answer = (input: Input, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Binds contract endpoints to handlers: checks origin, access and input, parses the reply on its way out. */
export function createRoutes(app: FastifyInstance, identify: Identify): { route: Route; answerPage: AnswerPage } {
  const answers = new Map<string, Answer>()
  const identifyOnce = oncePerRequest(identify)

  const route: Route = (endpoint, handler, { rateLimit, sameOriginOnly } = {}) => {
    const parseReply = oncePerObject((result) => endpoint.reply.parse(result))
    const answer: Answer = async (input, request, reply) => {
      const viewer = await identifyOnce(request)
      if (endpoint.access === 'member' && !viewer) throw new AppError('authentication_required')
      const call = {
        params: parse(endpoint.params, input.params),
        query: parse(endpoint.query, input.query),
        body: parse(endpoint.body, input.body),
        viewer,
        upload: input.upload,
        host: request.hostname.toLowerCase(),
        language: viewer?.language ?? languageOf(request),
        ip: request.ip,
        request,
        reply,
      }
      // The compiler cannot follow the endpoint's type arguments through the parsing above.
      const result = await handler(call as unknown as Call<typeof endpoint>)
      void reply.header('cache-control', 'private, no-store')
      return parseReply(result)
    }
    answers.set(`${endpoint.method} ${endpoint.path}`, answer)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: describeRoute(endpoint),
      // The contract's schemas validate, in `answer`; the one above is only printed.
      validatorCompiler: () => () => true,
      serializerCompiler: () => (data) => JSON.stringify(data),
      config: rateLimit ? { rateLimit } : {},
      handler: async (request, reply) => {
        if (sameOriginOnly || endpoint.method !== 'GET') rejectForeignOrigin(request)
        const { params, query } = request
        const { body, upload } = endpoint.upload ? await readMultipart(request) : { body: request.body, upload: null }
        return answer({ params, query, body, upload }, request, reply)
      },
    })
  }

  const answerPage: AnswerPage = async ({ method, path, params, query = {}, body }, request, reply) => {
    const answer = answers.get(`${method} ${path}`)
    if (!answer) throw new AppError('request.not_found')
    return answer({ params, query, body, upload: null }, request, reply)
  }

  return { route, answerPage }
}

/** A page makes several calls; who asks is looked up once. */
function oncePerRequest(identify: Identify): Identify {
  const known = new WeakMap<FastifyRequest, Promise<Viewer | null>>()
  return (request) => {
    const viewer = known.get(request) ?? identify(request)
    known.set(request, viewer)
    return viewer
  }
}

/** What a handler keeps and hands out again and again, such as a site's settings, is parsed once. */
function oncePerObject(parseReply: (result: unknown) => unknown) {
  const known = new WeakMap<object, unknown>()
  return (result: unknown) => {
    if (typeof result !== 'object' || result === null) return parseReply(result)
    const parsed = known.get(result) ?? parseReply(result)
    known.set(result, parsed)
    return parsed
  }
}

/** Language of a request: the cookie, else the best of Accept-Language that has a catalogue, else English. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = request.cookies[LANGUAGE_COOKIE]
  if (isLanguage(chosen)) return chosen
  const accepted = (request.headers['accept-language'] ?? '').split(',').map((part) => part.trim().slice(0, 2))
  return accepted.find(isLanguage) ?? defaultLanguage
}

/**
 * Refuses a request that a page of another site caused (CSRF). Browsers say so in `Sec-Fetch-Site`, older ones
 * in `Origin`; a client that sends neither is not a browser and carries nobody's cookie by accident.
 */
export function rejectForeignOrigin(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const isOwn = site ? site === 'same-origin' : !origin || hostOf(origin) === request.host
  if (!isOwn) throw new AppError('request.forbidden_origin')
}

function hostOf(origin: string) {
  return URL.canParse(origin) ? new URL(origin).host : ''
}

function parse(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(result.error.issues)
}

/** Turns schema issues into a refusal. Contract schemas word theirs as error codes; any other is `request.invalid`. */
function invalid(issues: z.core.$ZodIssue[]) {
  const fields: NonNullable<AppError['fields']> = {}
  for (const issue of issues) {
    const key = String(issue.path[0] ?? '')
    if (key && !fields[key]) fields[key] = { code: isErrorCode(issue.message) ? issue.message : 'request.invalid' }
  }
  const [first] = Object.values(fields)
  return new AppError(first?.code ?? 'request.invalid', { fields })
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorStatus, text)
}

/** Reads `data` (JSON) and at most one file, within the limits given to @fastify/multipart. */
async function readMultipart(request: FastifyRequest): Promise<{ body: unknown; upload: UploadedFile | null }> {
  if (!request.isMultipart()) throw new AppError('request.unsupported_type')
  try {
    return await readParts(request)
  } catch (cause) {
    // A form without boundary or end is its sender's fault; the parser gives such errors neither code nor status.
    const refusal = toAppError(cause)
    throw refusal.status < 500 ? refusal : new AppError('request.invalid', { cause })
  }
}

async function readParts(request: FastifyRequest) {
  let body: unknown
  let upload: UploadedFile | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file') upload = { bytes: await part.toBuffer() }
    else if (part.fieldname === 'data') body = parseJson(String(part.value))
  }
  return { body, upload: upload && upload.bytes.length > 0 ? upload : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('request.invalid', { cause })
  }
}

/** Fastify's own refusals, in our codes. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
  FST_FILES_LIMIT: 'request.invalid',
  FST_FIELDS_LIMIT: 'request.invalid',
  FST_PARTS_LIMIT: 'request.invalid',
}

/** The edge: a refusal is answered with its code, anything else is a bug, logged once and answered with 500. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = toErrorReply(error, request)
    const seconds = secondsToWait(body.error.params)
    if (seconds) void reply.header('retry-after', seconds)
    return reply.code(status).header('cache-control', 'no-store').send(body)
  })
  app.setNotFoundHandler(() => {
    throw new AppError('request.not_found')
  })
}

/** For how long a refusal holds, if it says so. */
function secondsToWait({ seconds, minutes }: ErrorParams = {}) {
  if (typeof seconds === 'number') return seconds
  return typeof minutes === 'number' ? (minutes * MINUTE) / SECOND : null
}

/** Status and body for what a handler has thrown; logs it if it is a bug. */
export function toErrorReply(error: unknown, request: FastifyRequest) {
  const { status, code, params, fields } = toAppError(error)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  return { status, body: { error: { code, params, fields, requestId: request.id } } }
}

function toAppError(error: unknown) {
  if (error instanceof AppError) return error
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  const known = fastifyCodes[code]
  if (known) return new AppError(known, { cause: error })
  return new AppError(statusCode >= 400 && statusCode < 500 ? 'request.invalid' : 'request.failed', { cause: error })
}
