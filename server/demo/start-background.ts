import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Lifetime } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import type { OnProgress, Progress } from '#server/platform/progress.ts'

interface BackgroundOptions {
  connectionString: string
  log: Log
  onProgress: OnProgress
}

/** Starts the process that creates the rest of the demo members, so that requests are as fast as without it. */
export function startBackground(
  { connectionString, log, onProgress }: BackgroundOptions,
  { signal, onStop }: Pick<Lifetime, 'signal' | 'onStop'>,
) {
  const child = fork(fileURLToPath(new URL('background.ts', import.meta.url)), [connectionString])
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const exited = once(child, 'exit')
  child.on('message', (progress) => {
    // The only messages of `background.ts`.
    if (!signal.aborted) onProgress(progress as Progress)
  })
  child.once('exit', (code, killedBy) => {
    if (code !== 0 && !signal.aborted)
      log.warn({ code, signal: killedBy }, 'not all demo members were created; the next start continues')
  })
  // At once: everything it does may be interrupted.
  const kill = () => void child.kill('SIGKILL')
  onStop(async () => {
    kill()
    await exited
  }, kill)
}
