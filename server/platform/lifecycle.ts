import { SECOND } from '#contract/time.ts'

/** Collects what a program has opened, to close it in the opposite order when the program stops. */
export interface Lifetime {
  /** Aborts when the program begins to stop. */
  signal: AbortSignal
  /** Registers how to close what was just opened. `kill` is called when there is no time left. */
  onStop(close: () => Promise<void>, kill?: () => void): void
  /** Stops with exit code 0 when the work of the program is done. */
  end(): void
  /** Stops with exit code 1 after an error that the program cannot recover from. */
  fail(error: Error): void
}

/** What starts and stops the program waits longer: `deploy/`. */
export const STOP_TIMEOUT_MS = 10 * SECOND
/** npm forwards a Ctrl-C that every process already got: two signals within this time are one. */
const REPEATED_SIGNAL_MS = 1 * SECOND

/**
 * Runs a program until a signal. SIGINT, SIGTERM and SIGHUP stop it gracefully; a second signal or a timeout
 * at once. An error during the start, or an uncaught one, closes everything with exit code 1.
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
  const opened: { close: () => Promise<void>; kill: (() => void) | undefined }[] = []
  let stoppingSince: number | undefined

  // Before the start: a signal that arrives while it runs would end the process without closing anything.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  process.on('uncaughtException', fail)

  const started = start({
    signal: aborting.signal,
    onStop: (close, kill) => opened.push({ close, kill }),
    end: () => void (stoppingSince ?? stop(0)),
    fail,
  }).catch(fail)

  function fail(error: unknown) {
    // Errors after the stop has begun are caused by it.
    if (stoppingSince !== undefined) return
    onError(error)
    void stop(1)
  }

  async function stop(exitCode: number) {
    stoppingSince = performance.now()
    setTimeout(force, STOP_TIMEOUT_MS)
    aborting.abort()
    await closeAll()
    // The start may have opened more before it noticed the signal.
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
    for (const { kill } of opened) kill?.()
    process.exit(1)
  }

  function onSignal() {
    if (stoppingSince === undefined) {
      onStopping()
      void stop(0)
    } else if (performance.now() - stoppingSince > REPEATED_SIGNAL_MS) force()
  }
}
