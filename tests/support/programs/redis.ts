import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './program.ts'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')
const folder = join(cache, 'redis-debian')

const noServer =
  'The tests of several nodes need a Redis and none was found or could be fetched: install redis-server or valkey-server.'

interface RedisProgram {
  path: string
  libraries?: string
}

export interface TestRedis {
  url: string
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Starts it again on the same port, empty. */
  start(): Promise<void>
  /** Stops answering, with all connections open. */
  pause(): void
  resume(): void
  /** Runs a command, such as one that ends the connections of others. */
  command(text: string): Promise<void>
  close(): Promise<void>
}

/** Starts a Redis of its own that stores nothing. */
export async function startRedis(): Promise<TestRedis> {
  const program = await findRedis()
  const port = await freePort()
  let child = await startOn(program, port)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      child = await startOn(program, port)
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    command: (text) => runCommand(port, text),
    close: kill,
  }
}

async function runCommand(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${text}\r\n`)
  const [reply] = await once(socket, 'data')
  socket.destroy()
  if (String(reply).startsWith('-')) throw new Error(String(reply))
}

async function startOn({ path, libraries }: RedisProgram, port: number) {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(path, options, { env: environment(libraries), stdio: 'ignore' })
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${path} ended with ${child.exitCode}`)
    await sleep(10)
  }
  return child
}

function accepts(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/**
 * Finds a server on the path, else fetches Debian's package with missing libraries, as any user and without
 * installing. No maintained npm package contains the program.
 * @throws Error with one sentence for the developer when there is none
 */
async function findRedis(): Promise<RedisProgram> {
  for (const path of ['redis-server', 'valkey-server']) if (await starts({ path })) return { path }
  if (!existsSync(folder) && existsSync('/etc/debian_version')) await fetchFromDebian().catch(() => {})
  const program = { path: join(folder, 'usr/bin/redis-server'), libraries: await librariesIn(folder) }
  if (await starts(program)) return program
  throw new Error(noServer)
}

/** Unpacks beside `folder` and renames, so that an interrupted run leaves nothing that looks complete. */
async function fetchFromDebian() {
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(`${folder}-`)
  try {
    const root = join(work, 'root')
    for (const path of ['lists/partial', 'archives/partial', 'root']) await mkdir(join(work, path), { recursive: true })
    // Lists of its own: those of the system may be missing or outdated, and only root may renew them.
    const own = [
      '-qq',
      '-o',
      `Dir::State::lists=${work}/lists`,
      '-o',
      `Dir::Cache=${work}`,
      '-o',
      'APT::Sandbox::User=',
    ]
    await run('apt-get', [...own, 'update'])
    const { stdout } = await run('apt-get', [...own, '-s', '--no-install-recommends', 'install', 'redis-server'])
    const packages = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
    await run('apt-get', [...own, 'download', ...packages], { cwd: work })
    for (const file of await readdir(work)) {
      if (file.endsWith('.deb')) await run('dpkg-deb', ['-x', join(work, file), root])
    }
    await rename(root, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Returns the folders of shared libraries, which Debian names by the processor. */
async function librariesIn(root: string) {
  const lib = join(root, 'usr/lib')
  const names = existsSync(lib) ? await readdir(lib) : []
  return names.map((name) => join(lib, name)).join(':')
}

async function starts({ path, libraries }: RedisProgram) {
  try {
    const { stdout } = await run(path, ['--version'], { env: environment(libraries), timeout: 5000 })
    return / v=\d/.test(stdout)
  } catch {
    return false
  }
}

function environment(libraries?: string) {
  const { LD_LIBRARY_PATH = '' } = process.env
  return {
    ...process.env,
    ...(libraries && { LD_LIBRARY_PATH: [libraries, LD_LIBRARY_PATH].filter(Boolean).join(':') }),
  }
}
