import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { constants } from 'node:zlib'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import type { Config } from '#server/platform/config.ts'
import { answerClientErrors } from './client-errors.ts'
import { answerErrors, toErrorReply } from './error-replies.ts'
import { contractUrl } from './contract-url.ts'
import { decodableUrl } from './decodable-url.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { rememberReplies } from './repeated-calls.ts'
import { limitConnections } from './limits/connection-limit.ts'
import { defineOrigin } from './visitor/request-origin.ts'
import { addSecurityHeaders, protectCookies, securityHeadersFor } from './security-headers.ts'
import { httpTimeouts, type HttpTimeouts } from './limits/timeouts.ts'
import { discardUnreadBodies } from './limits/unread-bodies.ts'
import { AppError } from '#server/platform/errors.ts'

/** Longest JSON body, in bytes; files come as multipart and have their own limit. */
const BODY_LIMIT = 256 * 1024

interface HttpServerOptions {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>
  log: Log
  /** Shortened by tests. */
  timeouts?: HttpTimeouts
  /** Where replies to changing calls are remembered; without it none is. */
  replies?: Parameters<typeof rememberReplies>[1]
}

/**
 * Creates the web server with security headers, time-outs, cookies, uploads, compression and error replies.
 * Slices bind their URLs to it.
 */
export async function createHttpServer({
  config,
  log,
  timeouts = httpTimeouts,
  replies,
}: HttpServerOptions): Promise<FastifyInstance> {
  // Declared as Fastify's own type, else pino's type would become part of the type of `app`.
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    // Addresses and paths are personal data; /metrics counts requests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newPublicId,
    trustProxy: toTrustOption(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: ({ method, url = '/', headers }) => contractUrl({ method, url: decodableUrl({ url, headers }) }),
    frameworkErrors: answerUnroutable(config),
    clientErrorHandler: answerClientErrors(securityHeadersFor(config)),
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionTimeout: timeouts.idleMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Node would answer without our headers; `requireHost` does it with them.
      requireHostHeader: false,
      // Proposals of other protocols, such as h2c, are ignored as HTTP allows.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    // During a stop, requests on open connections are served; the reply closes the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  answerErrors(app)
  addSecurityHeaders(app, config)
  defineOrigin(app, config)
  requireHost(app)
  protectCookies(app)
  limitConnections(app)
  discardUnreadBodies(app, timeouts)
  await app.register(cookie)
  await app.register(multipart, {
    // A file above the limit is truncated to one byte more, so that its slice rejects it with its own code.
    throwFileSizeLimit: false,
    limits: { fileSize: PHOTO_MAX_BYTES + 1, files: 1, fields: 1, parts: 2, fieldSize: BODY_LIMIT, headerPairs: 20 },
  })
  // After the cookies are written, and before the reply is compressed.
  if (replies) rememberReplies(app, replies)
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  })
  return app
}

/** Converts the setting for Fastify: addresses, booleans, or a number of proxies from the nearest one. */
function toTrustOption(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** A name or an IPv4 address, or an IPv6 address in brackets, and a port. */
const HOST = /^(?:[a-z\d._-]{1,253}|\[[a-f\d.:]{2,45}\])(?::\d{1,5})?$/i

/**
 * Rejects a request of HTTP/1.1 without the name of a host, and any with two names or one that is none: a
 * proxy in front could take it for a request to another site. Source: RFC 9112, section 3.2.
 */
function requireHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw, host }) => {
    const names = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (names.length === 0 && raw.httpVersion !== '1.1') return
    const isValid = names.length === 1 && HOST.test(raw.headers.host ?? '') && HOST.test(host)
    if (!isValid) throw new AppError('request.invalid')
  })
}

/** Answers requests without a route, such as a malformed path. No hook runs, so headers are added here. */
function answerUnroutable(config: HttpServerOptions['config']) {
  const headers = securityHeadersFor(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = toErrorReply(error, request)
    void reply.headers(headers).code(status).send(body)
  }
}
