import { destination, pino, type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/**
 * Creates the log: JSON lines on stderr, because stdout is for the person who started the program. It
 * contains no personal data: requests are logged by method and route pattern (paths and queries contain
 * tokens and names), errors without values.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  return pino(logOptions({ logLevel }), destination({ dest: 2, sync: true }))
}

/** Returns the options of the log without its destination, so that a test can use its own. */
export function logOptions({ logLevel }: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: logLevel,
    base: { pid: process.pid },
    serializers: { req: serializeRequest, res: serializeReply, err: serializeError },
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

function serializeRequest({ id, method, routeOptions }: LoggedRequest) {
  return { id, method, route: routeOptions?.url }
}

function serializeReply({ statusCode }: { statusCode?: number }) {
  return { statusCode }
}

/**
 * Serializes only the listed fields of an error, because PostgreSQL repeats values in `detail` and `where`
 * ("Key (email)=(…) already exists"). The name of a constraint is enough to find the cause.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutEmails(String(error)) }
  const code: unknown = Reflect.get(error, 'code')
  const message = withoutValues(error.message, code)
  return {
    type: error.name,
    message,
    code,
    constraint: Reflect.get(error, 'constraint'),
    table: Reflect.get(error, 'table'),
    stack: error.stack?.replace(error.message, () => message),
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  }
}

/**
 * Removes values from an error message. Errors of PostgreSQL's class 22 quote the invalid value ("invalid
 * input syntax for type integer: …"), as do JSON parse errors; mail servers repeat the recipient.
 */
function withoutValues(message: string, code: unknown) {
  const quotesValues = (typeof code === 'string' && /^22\w{3}$/.test(code)) || message.endsWith('is not valid JSON')
  return withoutEmails(quotesValues ? message.replaceAll(/"[^]*"/g, '"…"') : message)
}

function withoutEmails(text: string) {
  // Starts at the first character of a word only; else a long word would be read again from each one.
  return text.replaceAll(/(?<![^\s<>"'@])[^\s<>"'@]+@[^\s<>"'@]+/g, '[address]')
}
