import { destination, pino, type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/**
 * The log: JSON lines on stderr, while stdout is for the person who started the program. It knows no personal data: of
 * a request its method and the pattern of its route (paths and queries carry tokens and names), of an error no values.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  return pino(logOptions({ logLevel }), destination({ dest: 2, sync: true }))
}

/** What is logged of what; apart from where it goes, for its test. */
export function logOptions({ logLevel }: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: logLevel,
    base: { pid: process.pid },
    serializers: { req: describeRequest, res: describeReply, err: describeError },
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
  }
}

const secretKeys = [
  'password',
  'token',
  'secret',
  'email',
  'cookie',
  'authorization',
  'iban',
  'phone',
  'body',
  'headers',
]

interface LoggedRequest {
  id?: string
  method?: string
  routeOptions?: { url?: string | undefined }
}

function describeRequest({ id, method, routeOptions }: LoggedRequest) {
  return { id, method, route: routeOptions?.url }
}

function describeReply({ statusCode }: { statusCode?: number }) {
  return { statusCode }
}

/**
 * PostgreSQL repeats values in `detail` and `where` ("Key (email)=(…) already exists"), so only what is named here
 * leaves; the name of a constraint is enough to find the fault.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error)) }
  const code: unknown = Reflect.get(error, 'code')
  const message = withoutValues(error.message, code)
  return {
    type: error.name,
    message,
    code,
    constraint: Reflect.get(error, 'constraint'),
    table: Reflect.get(error, 'table'),
    stack: error.stack?.replace(error.message, () => message),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  }
}

/**
 * Errors of PostgreSQL's class 22 quote the value at fault ("invalid input syntax for type integer: …"), as do those of
 * a text that is no JSON; a mail server names the recipient.
 */
function withoutValues(message: string, code: unknown) {
  const quotesValues = (typeof code === 'string' && /^22\w{3}$/.test(code)) || message.endsWith('is not valid JSON')
  return withoutAddresses(quotesValues ? message.replaceAll(/"[^]*"/g, '"…"') : message)
}

function withoutAddresses(text: string) {
  return text.replaceAll(/[^\s<>"'@]+@[^\s<>"'@]+/g, '[address]')
}
