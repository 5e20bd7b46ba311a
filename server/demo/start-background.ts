import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MINUTE } from '#contract/time.ts'
import type { Lifetime } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import { lowerPriority } from '#server/platform/low-priority.ts'
import type { OnProgress, Progress } from '#server/platform/progress.ts'

interface BackgroundOptions {
  connectionString: string
  log: Pick<Log, 'warn'>
  onProgress: OnProgress
  program?: string
  execPath?: string
  /** Between the end of a process that failed and the next one. */
  restartMs?: number
}

/**
 * Starts the process that creates the rest of the demo members, so that requests are as fast as without it.
 * One that fails, or cannot be started, is followed by another, which continues.
 */
export function startBackground(
  {
    connectionString,
    log,
    onProgress,
    program = fileURLToPath(new URL('background.ts', import.meta.url)),
    execPath = process.execPath,
    restartMs = MINUTE,
  }: BackgroundOptions,
  { signal, onStop }: Pick<Lifetime, 'signal' | 'onStop'>,
) {
  let child: ChildProcess | undefined
  const start = () => {
    child = fork(program, [connectionString], { execPath })
    child.on('message', (progress) => {
      // The only messages of `background.ts`.
      if (!signal.aborted) onProgress(progress as Progress)
    })
    lowerPriority(child)
    return child
  }
  const running = repeat({ start, log, restartMs, signal })
  // At once: everything it does may be interrupted.
  const kill = () => void child?.kill('SIGKILL')
  onStop(async () => {
    kill()
    await running
  }, kill)
}

interface Repetition {
  start(): ChildProcess
  log: Pick<Log, 'warn'>
  restartMs: number
  signal: AbortSignal
}

/** Starts a process until one succeeds or the signal aborts. */
async function repeat({ start, log, restartMs, signal }: Repetition) {
  while (!signal.aborted) {
    const failure = await endOf(start).catch((err: unknown) => ({ err }))
    if (!failure || signal.aborted) return
    log.warn(failure, 'not all demo members were created; another process will continue')
    await sleep(restartMs, undefined, { signal }).catch(() => {})
  }
}

/** Returns how a process failed; null if it did not. Rejects when it cannot be started. */
function endOf(start: () => ChildProcess) {
  return new Promise<{ code: number | null; signal: string | null } | null>((resolve, reject) => {
    const child = start()
    child.once('exit', (code, killedBy) => resolve(code === 0 ? null : { code, signal: killedBy }))
    // Of a process that runs it does not mean the end: a message or a signal could not be sent.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
  })
}
