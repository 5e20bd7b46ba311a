import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '#server/platform/low-priority.ts'
import { chooseIsolation, type Isolation } from './isolation.ts'

/** What the child may read: its own code and the packages it uses. */
const readable = [
  'package.json',
  'contract/limits.ts',
  'contract/time.ts',
  'server/platform/images/image-process.ts',
  'server/platform/images/rate-image.ts',
  'node_modules/@img/',
  'node_modules/@tensorflow/',
  'node_modules/detect-libc/',
  'node_modules/long/',
  'node_modules/nsfwjs/',
  'node_modules/seedrandom/',
  'node_modules/semver/',
  'node_modules/sharp/',
  'node_modules/sharp-phash/',
].map(fromRoot)

/**
 * Memory that one child may reserve, in KiB. Node reserves 0.7 GB; the most demanding allowed image (64 MP,
 * 16 bit, interlaced) was measured to need another 0.6 GB.
 */
const MAX_MEMORY_KIB = 2_000_000

let isolation: Isolation | undefined

/** Chooses the isolation of image processes at the first call. All of them have the same. */
export function imageIsolation() {
  isolation ??= chooseIsolation({ readable })
  return isolation
}

/**
 * Returns the command line that runs a script in a sandbox. Node's permission model restricts its JavaScript
 * (only the listed files, no processes, no threads), the system its native code: limits (memory, no written
 * files, no core dump), and by the isolation no network, no new privileges, and not the account of root.
 */
export function sandboxed(script: string): [command: string, ...args: string[]] {
  const node = [
    process.execPath,
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--max-old-space-size=128',
    script,
  ]
  if (process.platform === 'win32') return [process.execPath, ...node.slice(1)]
  return isolated(...node)
}

/** Returns the command line that runs a program with the system's part of the sandbox. */
export function isolated(...command: string[]): [command: string, ...args: string[]] {
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -d ${MAX_MEMORY_KIB}; exec "$@"`
  return ['/bin/sh', '-c', limits, 'sh', ...imageIsolation().prefix, ...command]
}

/** Starts image-process.ts with an IPC channel and an environment that holds no secret. */
export function launchImageProcess(): ChildProcess {
  const [command, ...args] = sandboxed(fromRoot('server/platform/images/image-process.ts'))
  const child = spawn(command, args, {
    // Fewer malloc arenas: long-lived processes that decode images grow without bound otherwise.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  // Uploads give way to requests: a busy minute of photos must not slow the pages.
  lowerPriority(child)
  return child
}

function fromRoot(path: string) {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url))
}
