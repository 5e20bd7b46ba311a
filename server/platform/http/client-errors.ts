import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '#contract/error-body.ts'
import { errorStatus, type ErrorCode } from '#contract/errors.ts'
import { SECOND } from '#contract/time.ts'
import { newPublicId } from '#server/platform/ids.ts'

/** How long the connection stays open for the client to read the answer. */
const CLOSE_AFTER_MS = 2 * SECOND

/** Maps the errors of Node's HTTP parser and its time-outs; every other one is a request that is not HTTP. */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.headers_too_large',
}

/**
 * Answers connections that sent no valid request, or not in time. They never reach Fastify's routing, so the
 * headers and body are written here. They are errors of clients, so they are not logged.
 */
export function answerClientErrors(securityHeaders: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket) => {
    // The parser reports every further byte after the first error; the answer is already on its way.
    if (socket.writableEnded) return
    // A browser opens connections in advance. It would take an answer to a silent one for an error.
    if (!mayAnswer(socket) || socket.bytesRead === 0) {
      socket.destroy()
      return
    }
    socket.end(errorResponse(codes[error.code ?? ''] ?? 'request.invalid', securityHeaders))
    setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref()
  }
}

function mayAnswer(socket: Socket) {
  // Node documents no other way to see that an answer has begun; a second would be read as part of it.
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return socket.writable && !current?.headersSent
}

function errorResponse(code: ErrorCode, securityHeaders: Record<string, string>) {
  const status = errorStatus[code]
  const body = JSON.stringify({ error: { code, requestId: newPublicId() } } satisfies ErrorBody)
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
