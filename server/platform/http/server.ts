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

/** The bare web server: cookies, uploads, compression and error answers. Slices bind their URLs to it. */
export async function createHttpServer({ config, log }: { config: Config; log: Log }): Promise<FastifyInstance> {
  // Named by Fastify's own type: the logger's would become part of every type that follows.
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    // Addresses and paths of members are nobody's business: what is worth counting is in /metrics.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newPublicId,
    trustProxy: trusted(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: ({ url = '/' }) => withoutPhp(url),
    frameworkErrors: answerUnroutable(config),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  answerErrors(app)
  await app.register(cookie)
  await app.register(multipart, {
    // What is too long arrives cut off one byte beyond the limit, so that its slice refuses it in its own words.
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

/** Fastify takes addresses and yes or no; a number of proxies is counted from the nearest one. */
function trusted(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** What cannot be routed at all, such as a broken path, passes no hook and gets its headers here. */
function answerUnroutable(config: Config) {
  const headers = securityHeadersFor(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = toErrorReply(error, request)
    void reply.headers(headers).code(status).send(body)
  }
}
