import { SECOND } from '#contract/time.ts'

/** What has been opened by a program, closed again in the opposite order when it is told to stop. */
export interface Lifetime {
  /** Aborts when the stop begins, for what waits or takes long. */
  signal: AbortSignal
  /** Remembers how to close what was just opened. `atOnce` is for when there is no time left. */
  onStop(close: () => Promise<void>, atOnce?: () => void): void
  /** Stops with exit code 1, because something broke that the program cannot do without. */
  fail(error: Error): void
}

const STOP_WITHIN = 10 * SECOND
/** npm passes on a Ctrl-C that the terminal has already sent to every process: two signals, one wish. */
const ONE_WISH = 1 * SECOND

/**
 * Runs a program until a signal: SIGINT and SIGTERM stop it in good order; a second one, or ten seconds, at once.
 * An error during the start, or one that nobody caught, closes everything and ends with exit code 1.
 */
export function run({
  start,
  onError,
  onStopping,
}: {
  start: (lifetime: Lifetime) => Promise<void>
  onError: (error: unknown) => void
  onStopping: () => void
}) {
  const aborting = new AbortController()
  const opened: { close: () => Promise<void>; atOnce: (() => void) | undefined }[] = []
  let stoppingSince: number | undefined

  const started = start({
    signal: aborting.signal,
    onStop: (close, atOnce) => opened.push({ close, atOnce }),
    fail,
  }).catch(fail)

  function fail(error: unknown) {
    // Whatever breaks off because of the stop is no news.
    if (stoppingSince !== undefined) return
    onError(error)
    void stop(1)
  }

  async function stop(exitCode: number) {
    stoppingSince = performance.now()
    setTimeout(force, STOP_WITHIN)
    aborting.abort()
    await closeAll()
    // The start may have opened one more thing before it noticed.
    await started
    await closeAll()
    process.exit(exitCode)
  }

  async function closeAll() {
    for (let last = opened.at(-1); last; last = opened.at(-1)) {
      await last.close().catch(onError)
      opened.splice(opened.indexOf(last), 1)
    }
  }

  function force() {
    for (const { atOnce } of opened) atOnce?.()
    process.exit(1)
  }

  function onSignal() {
    if (stoppingSince === undefined) {
      onStopping()
      void stop(0)
    } else if (performance.now() - stoppingSince > ONE_WISH) force()
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  process.on('uncaughtException', fail)
}
