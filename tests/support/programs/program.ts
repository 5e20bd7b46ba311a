import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Program {
  pid: number
  /** Its output so far. */
  stdout(): string
  stderr(): string
  /** Waits for a text on stdout; fails when the program ends without it. Returns all of stdout. */
  waitForOutput(text: string): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Exit code, null after a signal. */
  ended: Promise<number | null>
}

/** Compiled code of all programs that the tests start: the first one fills it. `npm start` has the same. */
const NODE_COMPILE_CACHE = join('node_modules', '.cache', 'node')

/** Starts a program in the working directory with these variables and none of the test runner's. */
export function startProgram(command: string[], environment: Record<string, string> = {}): Program {
  const [program = '', ...args] = command
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (written.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (written.stderr += String(chunk)))
  const ended = once(child, 'close').then(() => child.exitCode)
  return {
    pid: child.pid ?? 0,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    async waitForOutput(text) {
      while (!written.stdout.includes(text)) {
        const hasEnded = await Promise.race([ended.then(() => true), sleep(20, false)])
        if (hasEnded && !written.stdout.includes(text)) {
          throw new Error(`ended without printing "${text}": ${written.stdout}${written.stderr}`)
        }
      }
      return written.stdout
    },
    kill: (signal) => child.kill(signal),
    ended,
  }
}

/** Returns the process id of the database that runs, or ran last, on a data folder. */
export async function databasePid(dataDir: string) {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

export async function waitForExit(pid: number) {
  while (isRunning(pid)) await sleep(20)
}

/** Returns false for a zombie, which has ended but not been reaped: it has no command line any more. */
export function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

/**
 * Ports of this process, below those that systems choose by themselves: until its program listens, no
 * connection and no other test takes one.
 */
const PORTS = { first: 20_000 + 100 * (process.pid % 100), count: 100 }
let asked = Math.floor(Math.random() * PORTS.count)

/** Returns a port that is free now. */
export async function freePort() {
  for (let tries = 0; tries < PORTS.count; tries += 1) {
    asked += 1
    const port = PORTS.first + (asked % PORTS.count)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

function isFree(port: number) {
  return new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
