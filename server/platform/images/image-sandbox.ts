import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What the child reads to run: its own code and the packages that do the work. */
const readable = [
  'package.json',
  'contract/limits.ts',
  'contract/time.ts',
  'server/platform/images/image-process.ts',
  'node_modules/@img/',
  'node_modules/detect-libc/',
  'node_modules/semver/',
  'node_modules/sharp/',
  'node_modules/thumbhash/',
].map(fromRoot)

/**
 * Memory that one child may reserve, in KiB. Node reserves 0.7 GB by itself; the hungriest allowed picture (64 MP,
 * 16 bit, interlaced) was measured to need another 0.6 GB.
 */
const MAX_MEMORY_KIB = 2_000_000

/**
 * The command line that runs a script walled in: Node's permission model for its JavaScript (no file but the listed
 * ones, no processes, no threads), the system's limits for native code (memory, no file may be written, no core dump).
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
  return ['/bin/sh', '-c', `ulimit -c 0; ulimit -f 0; ulimit -d ${MAX_MEMORY_KIB}; exec "$@"`, 'sh', ...node]
}

/** Starts image-process.ts with an IPC channel and an environment that holds no secret. */
export function launchImageProcess(): ChildProcess {
  const [command, ...args] = sandboxed(fromRoot('server/platform/images/image-process.ts'))
  return spawn(command, args, {
    // Fewer malloc arenas: long-lived processes that decode pictures grow without bound otherwise.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}

function fromRoot(path: string) {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url))
}
