import { spawnSync } from 'node:child_process'

/**
 * User and group id of the image process when the server runs as root. No account has it, so the process owns
 * no file and no other process: distributions assign ids below 60,000 and systemd up to 65,519.
 */
const SANDBOX_ID = 65_533

const PROBE_TIMEOUT_MS = 5000

/** A way to start a program with fewer rights than this process has. */
export interface Isolation {
  network: 'none' | 'shared'
  account: 'other' | 'same'
  /** Programs that drop rights and then run the command that follows them. */
  prefix: string[]
}

const plain: Isolation = { network: 'shared', account: 'same', prefix: [] }

/**
 * Chooses the strictest isolation that this machine allows and under which the files can be read. It is found
 * by trying, because the tools may be missing, and a container may forbid what they do.
 */
export function chooseIsolation({
  readable,
  platform = process.platform,
  isRoot = process.getuid?.() === 0,
  works = worksHere,
}: {
  /** Files and directories that the process must be able to read. */
  readable: string[]
  platform?: NodeJS.Platform
  isRoot?: boolean
  /** Replaced by tests. */
  works?: (isolation: Isolation, readable: string[]) => boolean
}): Isolation {
  if (platform !== 'linux') return plain
  return candidates(isRoot).find((isolation) => works(isolation, readable)) ?? plain
}

/** Returns candidates, the strictest first. An account of its own protects more than having no network. */
function candidates(isRoot: boolean): Isolation[] {
  // As root, unshare needs CAP_SYS_ADMIN, which containers lack; otherwise the right to user namespaces.
  const withoutNetwork = isRoot ? ['unshare', '--net', '--'] : ['unshare', '--user', '--net', '--']
  // Below /root, only the capability gives access to the server's code. It allows reading, never writing.
  const accounts = isRoot ? [otherAccount(), otherAccount('dac_read_search')] : []
  return [...accounts, sameAccount].flatMap(({ account, prefix }): Isolation[] => [
    { network: 'none', account, prefix: [...withoutNetwork, ...prefix] },
    { network: 'shared', account, prefix },
  ])
}

const sameAccount: Pick<Isolation, 'account' | 'prefix'> = {
  account: 'same',
  prefix: ['setpriv', '--no-new-privs', '--'],
}

/** Another account, which keeps only the given capability of root. */
function otherAccount(capability?: string): Pick<Isolation, 'account' | 'prefix'> {
  const ids = [`--reuid=${SANDBOX_ID}`, `--regid=${SANDBOX_ID}`, '--clear-groups', '--no-new-privs']
  // Without no_setuid_fixup the kernel ignores capabilities in access(2), by which the probe finds out.
  const capabilities = capability
    ? ['--securebits=+no_setuid_fixup', `--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]
    : []
  return { account: 'other', prefix: ['setpriv', ...ids, ...capabilities, '--'] }
}

/** Whether Node starts in the isolation and can read every file. */
function worksHere({ prefix: [program = '', ...args] }: Isolation, readable: string[]) {
  const script = 'node=$1; shift; for path; do test -r "$path" || exit 1; done; exec "$node" --version'
  const command = [...args, '/bin/sh', '-c', script, 'sh', process.execPath, ...readable]
  return spawnSync(program, command, { env: {}, stdio: 'ignore', timeout: PROBE_TIMEOUT_MS }).status === 0
}
