import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import { logLine } from './log-line.ts'
import type { Command } from './os-account.ts'
import { SECOND } from '#contract/time.ts'

/** The main process of a PostgreSQL server. */
export interface Postmaster {
  stop(): Promise<void>
  kill(): void
}

/** Waits before each attempt to restart after an unexpected end. */
const RESTART_DELAYS_MS = [0, 0.25 * SECOND, 1 * SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND]

/** Of a server, and of a streaming replica. */
const READY = /database system is ready to accept (?:read-only )?connections$/

/** PostgreSQL's signals: SIGINT ends sessions and flushes; SIGQUIT leaves recovery to the next start. */
const STOP_STEPS = [
  { name: 'SIGINT', waitMs: 20 * SECOND },
  { name: 'SIGQUIT', waitMs: 5 * SECOND },
  { name: 'SIGKILL', waitMs: 5 * SECOND },
] as const

/** Starts the server, and restarts it when it ends unexpectedly. */
export async function runPostmaster({
  folder,
  command,
  log,
  onLost,
  signal,
}: {
  folder: string
  command: Command
  log: Log
  onLost: () => void
  signal: AbortSignal
}): Promise<Postmaster> {
  let child: ChildProcess | undefined
  let isStopping = false

  async function restart() {
    for (const delay of RESTART_DELAYS_MS) {
      await sleep(delay)
      if (isStopping) return
      try {
        await start()
        log.warn('database started again')
        return
      } catch (error) {
        log.error({ err: error }, 'database cannot be started')
      }
    }
    onLost()
  }

  async function start() {
    await removeStalePid(folder)
    if (isStopping) return
    const started = launch(command)
    child = started
    await waitUntilReady(started, { log, signal })
    started.once('exit', (code, by) => {
      if (isStopping) return
      log.error({ code, signal: by }, 'database ended unexpectedly')
      void restart()
    })
  }

  await retryWhileMemoryIsShared(start, signal)
  return {
    async stop() {
      isStopping = true
      if (child) await endChild(child)
    },
    kill() {
      isStopping = true
      child?.kill('SIGQUIT')
    },
  }
}

/** Spawns the server in its own session: Ctrl-C reaches a whole session, and the database stops last. */
function launch({ program, args, ids }: Command) {
  return spawn(program, args, { ...ids, detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { TZ: 'UTC' } })
}

async function waitUntilReady(child: ReturnType<typeof launch>, { log, signal }: { log: Log; signal: AbortSignal }) {
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', () => reject(new Error(`PostgreSQL did not start: ${lines.join(' ')}`)))
    signal.addEventListener('abort', () => reject(new Error('start aborted')), { once: true })
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.push(line) > 8) lines.shift()
      logLine(line, log)
      if (READY.test(line)) resolve()
    })
  })
  try {
    await ready
  } catch (error) {
    await endChild(child)
    throw error
  }
}

/** Retries a start: right after a crash, processes of the old server may still use its shared memory. */
async function retryWhileMemoryIsShared(start: () => Promise<void>, signal: AbortSignal) {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted()
    try {
      await start()
      return
    } catch (error) {
      if (tries === 20 || !String(error).includes('pre-existing shared memory block')) throw error
      await sleep(0.25 * SECOND)
    }
  }
}

/**
 * Stops a server that outlived its parent process (`kill -9`). The caller must hold the lock of the data
 * directory, so that no other running process uses the server.
 */
export async function stopOrphan({ folder, print }: { folder: string; print: (line: string) => void }) {
  const left = await readPidFile(folder)
  if (!left) return
  if (isPostmasterOf(folder, left.pid)) {
    print('Stopping a database process that an earlier run left behind …')
    await end(left.pid, (pid) => isPostmasterOf(folder, pid))
  }
  await removeStalePid(folder)
  if (basename(left.socketFolder).startsWith('rendezvous-'))
    await rm(left.socketFolder, { recursive: true, force: true })
}

/** Removes a pid file whose pid is another program's (after a reboot): PostgreSQL checks only the number. */
async function removeStalePid(folder: string) {
  const left = await readPidFile(folder)
  if (left && sendSignal(left.pid, 0) && !isPostmasterOf(folder, left.pid)) await rm(pidFile(folder), { force: true })
}

async function readPidFile(folder: string) {
  const lines = await readFile(pidFile(folder), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  return pid > 1 ? { pid, socketFolder: lines[4] ?? '' } : null
}

function pidFile(folder: string) {
  return join(folder, 'postmaster.pid')
}

/** Whether a process is the server of this data directory. A zombie has no command line: it has ended. */
function isPostmasterOf(folder: string, pid: number) {
  return commandLine(pid).includes(`/postgres -D ${folder} -c `)
}

function commandLine(pid: number) {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

async function endChild(child: ChildProcess) {
  if (child.pid) await end(child.pid, () => child.exitCode === null && child.signalCode === null)
}

async function end(pid: number, isRunning: (pid: number) => boolean) {
  for (const { name, waitMs } of STOP_STEPS) {
    if (!isRunning(pid)) return
    sendSignal(pid, name)
    for (let waited = 0; waited < waitMs && isRunning(pid); waited += 20) await sleep(20)
  }
}

/** Sends a signal; false when there is no such process or it is another user's. Signal 0 only checks. */
function sendSignal(pid: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/**
 * Returns how to connect to the embedded database of a running program, or null if it does not run. The
 * server writes the folder of its socket to the fifth line of its pid file.
 */
export async function findRunningDatabase(dataDir: string) {
  try {
    const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    return `postgresql://rendezvous@/rendezvous?host=${encodeURIComponent(lines[4] ?? '')}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
