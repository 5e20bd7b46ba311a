import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import type { Command } from './os-account.ts'
import { SECOND } from '#contract/time.ts'

/** The head process of a PostgreSQL server. */
export interface Postmaster {
  stop(): Promise<void>
  kill(): void
}

/** How long to wait before each try to start again after an unexpected end. */
const RESTART_DELAYS_MS = [0, 0.25 * SECOND, 1 * SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND]

/** PostgreSQL's signals: SIGINT ends sessions and writes everything out, SIGQUIT leaves that to the next start. */
const STOP_STEPS = [
  { name: 'SIGINT', waitMs: 20 * SECOND },
  { name: 'SIGQUIT', waitMs: 5 * SECOND },
  { name: 'SIGKILL', waitMs: 5 * SECOND },
] as const

/** Starts the server and keeps it running: should it die, it is started again. */
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

  async function startAgain() {
    for (const delay of RESTART_DELAYS_MS) {
      await sleep(delay)
      if (isStopping) return
      try {
        await start()
        log.warn('database started again')
        return
      } catch (error) {
        log.error({ err: error }, 'database does not start')
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
      void startAgain()
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

/** In a session of its own: Ctrl-C in a terminal reaches every process of the session, and the database stops last. */
function launch({ program, args, ids }: Command) {
  return spawn(program, args, { ...ids, detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { TZ: 'UTC' } })
}

async function waitUntilReady(child: ReturnType<typeof launch>, { log, signal }: { log: Log; signal: AbortSignal }) {
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', () => reject(new Error(`PostgreSQL did not start: ${lines.join(' ')}`)))
    signal.addEventListener('abort', () => reject(new Error('start given up')), { once: true })
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.push(line) > 8) lines.shift()
      passOn(line, log)
      if (line.endsWith('database system is ready to accept connections')) resolve()
    })
  })
  try {
    await ready
  } catch (error) {
    await endChild(child)
    throw error
  }
}

const levels = { LOG: 'debug', WARNING: 'warn', ERROR: 'warn', FATAL: 'error', PANIC: 'fatal' } as const

function passOn(line: string, log: Log) {
  const [, severity = '', text = line] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? []
  const level = Object.entries(levels).find(([name]) => name === severity)?.[1] ?? 'debug'
  log[level]({ from: 'postgres' }, text)
}

/** Right after a crash the old server's processes may need a moment to notice that their head is gone. */
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
 * Stops the server of a data folder that outlived its parent (`kill -9`). Call it with the folder's lock in hand: then
 * whatever still runs there belongs to nobody.
 */
export async function stopLeftBehind({ folder, say }: { folder: string; say: (line: string) => void }) {
  const left = await readPidFile(folder)
  if (!left) return
  if (isPostmasterOf(folder, left.pid)) {
    say('Stopping a database process that an earlier run left behind …')
    await end(left.pid, (pid) => isPostmasterOf(folder, pid))
  }
  await removeStalePid(folder)
  if (basename(left.socketFolder).startsWith('rendezvous-'))
    await rm(left.socketFolder, { recursive: true, force: true })
}

/** PostgreSQL trusts the number alone, and after a restart of the machine it may be any other program's. */
async function removeStalePid(folder: string) {
  const left = await readPidFile(folder)
  if (left && send(left.pid, 0) && !isPostmasterOf(folder, left.pid)) await rm(pidFile(folder), { force: true })
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

/** A zombie has no command line any more, so it counts as gone, which it is. */
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

async function end(pid: number, isThere: (pid: number) => boolean) {
  for (const { name, waitMs } of STOP_STEPS) {
    if (!isThere(pid)) return
    send(pid, name)
    for (let waited = 0; waited < waitMs && isThere(pid); waited += 20) await sleep(20)
  }
}

/** False when there is no such process, or it belongs to somebody else. Signal 0 only asks. */
function send(pid: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
