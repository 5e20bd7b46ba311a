import pg from 'pg'
import { MINUTE, SECOND } from '#contract/time.ts'
import { reportQuery } from '#server/platform/tracing/channels.ts'
import { toDatabaseFault } from './faults.ts'

/** A request without a connection for this long is answered with 503: visitors do not wait much longer. */
const CONNECT_TIMEOUT_MS = 3 * SECOND
/** No statement of a request takes a tenth of this; one that does would keep a connection from the others. */
const STATEMENT_TIMEOUT_MS = 4 * SECOND
/** For jobs that read whole tables, such as the nightly comparison of search. */
export const LONG_STATEMENT_TIMEOUT_MS = 30 * MINUTE
/** Shorter than the time of a statement, so that the error names the lock as the cause. */
const LOCK_TIMEOUT_MS = 3 * SECOND
/** A transaction whose process hangs must not hold its locks. None waits for anything but the database. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10 * SECOND
/** The server ends statements at their time-out. A silent server's connection is closed after this, too. */
const NO_ANSWER_GRACE_MS = 1 * SECOND
/** Until the first probe (TCP keep-alive): detects that the machine of an idle connection is gone. */
const KEEPALIVE_DELAY_MS = 10 * SECOND

export interface PoolOptions {
  /** A URL, or a socket folder spelled as a URL. */
  connectionString: string
  maxConnections: number
  statementTimeoutMs?: number
  /**
   * Through a PgBouncer in transaction mode, which rejects the start-up parameter `options`: the settings are
   * those of its `connect_query`.
   */
  isPooled?: boolean
}

/** Returns the settings of a session. */
export function sessionSettings(statementTimeoutMs = STATEMENT_TIMEOUT_MS) {
  return {
    // Our statements return few rows: compiling them or running them in parallel costs more than it saves.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  }
}

/** Opens a pool whose every wait ends. Errors unrelated to a statement become `DatabaseUnavailable`. */
export function openPool({
  connectionString,
  maxConnections,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  isPooled = false,
}: PoolOptions) {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    application_name: 'rendezvous',
    ...(!isPooled && {
      options: Object.entries(sessionSettings(statementTimeoutMs))
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
  })
  // The pool discards a connection that fails (a restart, a cut network), and the next query gets a new one
  // or an error. Without these listeners Node would end the process, also for connections in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', (client) => wrapQueries(client, statementTimeoutMs + NO_ANSWER_GRACE_MS))
  wrapConnect(pool)
  return pool
}

type AnyFunction = (...args: unknown[]) => unknown

/** Both the promise and the callback style; the pool's own `query` uses the latter. */
function wrapConnect(pool: pg.Pool) {
  const connect = withFaults(pool.connect.bind(pool) as AnyFunction)
  pool.connect = ((callback?: AnyFunction) =>
    connect(...(callback ? [releasingOnce(callback)] : []))) as typeof pool.connect
}

/**
 * The job queue releases its connection for notifications twice when it stops while LISTEN fails, as on a
 * server that is still a replica. The pool would throw where no one catches it, which ends the process.
 */
function releasingOnce(callback: AnyFunction): AnyFunction {
  // The pool's own `query` does not take the function that releases.
  if (callback.length < 3) return callback
  return (error, client, release) => {
    let isReleased = false
    return callback(error, client, (shouldDestroy: unknown) => {
      if (isReleased) return
      isReleased = true
      ;(release as AnyFunction)(shouldDestroy)
    })
  }
}

/**
 * Closes the connection when a statement is still unanswered `limitMs` after the last one was sent. The
 * driver has such a limit, too, `query_timeout`, but replaces the callback of each statement for it: V8 then
 * moves all that the request holds to the old generation (docs/performance.md, chat).
 */
function wrapQueries(client: pg.PoolClient, limitMs: number) {
  let unanswered = 0
  let sentAt = 0
  // Replies that have arrived are read before `check`: after a pause, timers are due first.
  const checkAfter = (ms: number) => setTimeout(() => setImmediate(check), ms).unref()
  const limit = checkAfter(limitMs)
  let rest: NodeJS.Timeout | undefined

  function check() {
    if (unanswered === 0) return
    // A timer that is due in this turn runs even if a statement has been sent since, in a promise between two
    // timers. And it counts whole milliseconds, so it can be due a fraction of one before its time.
    const leftMs = sentAt + limitMs - performance.now()
    clearTimeout(rest)
    if (leftMs > 0) rest = checkAfter(leftMs)
    else destroy(client)
  }

  client.once('end', () => {
    clearTimeout(limit)
    clearTimeout(rest)
  })
  const query = client.query.bind(client) as AnyFunction
  client.query = withFaults(query, {
    onStart() {
      unanswered += 1
      sentAt = performance.now()
      limit.refresh()
    },
    onEnd() {
      unanswered -= 1
    },
    report: reportQuery,
  }) as typeof client.query
}

interface Listeners {
  onStart?: () => void
  onEnd?: () => void
  /** Called with the arguments; what it returns is called with the error, if there is one. */
  report?: (args: readonly unknown[]) => ((error?: unknown) => void) | undefined
}

/**
 * Wraps a function of the driver so that its callback or promise receives what `toDatabaseFault` makes of an
 * error. `onStart` is called with each call, `onEnd` when it ends.
 */
function withFaults(run: AnyFunction, { onStart, onEnd, report }: Listeners = {}): AnyFunction {
  return (...args) => {
    onStart?.()
    const reportEnd = report?.(args)
    const callback = args.at(-1)
    if (typeof callback === 'function')
      return run(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        onEnd?.()
        reportEnd?.(error)
        ;(callback as AnyFunction)(error ? toDatabaseFault(error) : error, ...rest)
      })
    const result = run(...args)
    if (!(result instanceof Promise)) {
      onEnd?.()
      reportEnd?.()
      return result
    }
    return result.then(
      (value: unknown) => {
        onEnd?.()
        reportEnd?.()
        return value
      },
      (error: unknown) => {
        onEnd?.()
        reportEnd?.(error)
        throw toDatabaseFault(error)
      },
    )
  }
}

/** Closes a connection on which an answer is still due: the next statement would wait for it, too. */
function destroy(client: pg.PoolClient) {
  // The driver's types leave out its connection.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
