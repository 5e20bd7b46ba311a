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
import { answerErrors, toErrorReply } from './error-replies.ts'
import { withoutPhp } from './routes.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { securityHeadersFor } from './security-headers.ts'

/** Longest JSON body, in bytes; files come as multipart and have their own limit. */
const BODY_LIMIT = 256 * 1024

/** Creates the web server with cookies, uploads, compression and error replies. Slices bind their URLs to it. */
export async function createHttpServer({ config, log }: { config: Config; log: Log }): Promise<FastifyInstance> {
  // Declared as Fastify's own type, else pino's type would become part of the type of `app`.
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    // Addresses and paths are personal data; /metrics counts requests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newPublicId,
    trustProxy: toTrustOption(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: ({ url = '/' }) => withoutPhp(url),
    frameworkErrors: answerUnroutable(config),
    // A request that arrives on an open connection while the server stops is served; the reply closes the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  answerErrors(app)
  await app.register(cookie)
  await app.register(multipart, {
    // A file above the limit is truncated to one byte more than it, so that its slice rejects it with its own error code.
    throwFileSizeLimit: false,
    limits: { fileSize: PHOTO_MAX_BYTES + 1, files: 1, fields: 1, parts: 2, fieldSize: BODY_LIMIT, headerPairs: 20 },
  })
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  })
  return app
}

/** Converts the setting for Fastify, which accepts addresses and booleans; a number counts proxies from the nearest one. */
function toTrustOption(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** Answers requests that cannot be routed, such as a malformed path. They pass no hook, so the headers are added here. */
function answerUnroutable(config: Config) {
  const headers = securityHeadersFor(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = toErrorReply(error, request)
    void reply.headers(headers).code(status).send(body)
  }
}
