import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')

interface ProgramToFind {
  /** Of Debian's package. */
  package: string
  /** Programs of the path that will do, and where the package has its own. */
  names: string[]
  file: string
  /** Prints its version, which `isVersion` recognizes. */
  versionArgs: string[]
  isVersion: RegExp
}

export interface DebianProgram {
  path: string
  /** Starts it, with the libraries that came with it. */
  start(args: string[]): ChildProcess
}

/**
 * Finds a program on the path, else fetches Debian's package with missing libraries, as any user and without
 * installing: for servers that no maintained npm package contains. Null when there is none.
 */
export async function findDebianProgram(program: ProgramToFind): Promise<DebianProgram | null> {
  for (const path of program.names) if (await starts(program, path)) return toProgram(path)
  const folder = join(cache, `${program.package.replace('-server', '')}-debian`)
  if (!existsSync(folder) && existsSync('/etc/debian_version'))
    await fetchFromDebian(program.package, folder).catch(() => {})
  const [path, libraries] = [join(folder, program.file), await librariesIn(folder)]
  return (await starts(program, path, libraries)) ? toProgram(path, libraries) : null
}

function toProgram(path: string, libraries?: string): DebianProgram {
  return {
    path,
    start: (args) => spawn(path, args, { env: environment(libraries), stdio: ['ignore', 'ignore', 'pipe'] }),
  }
}

/** Unpacks beside `folder` and renames, so that an interrupted run leaves nothing that looks complete. */
async function fetchFromDebian(name: string, folder: string) {
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
    const { stdout } = await run('apt-get', [...own, '-s', '--no-install-recommends', 'install', name])
    const packages = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, each = '']) => each)
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

async function starts({ versionArgs, isVersion }: ProgramToFind, path: string, libraries?: string) {
  try {
    const { stdout } = await run(path, versionArgs, { env: environment(libraries), timeout: 60_000 })
    return isVersion.test(stdout)
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

/** Waits until a started program accepts connections. */
export async function waitForPort(child: ChildProcess, port: number) {
  let errors = ''
  child.stderr?.on('data', (chunk) => (errors += String(chunk)))
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} ended with ${child.exitCode}: ${errors}`)
    await sleep(10)
  }
}

/** Ends a program as a crash does. */
export async function killChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function accepts(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
