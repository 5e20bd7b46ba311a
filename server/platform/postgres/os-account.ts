import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'

/** A program with its arguments, and the account to spawn it under. */
export interface Command {
  program: string
  args: string[]
  ids: { uid?: number; gid?: number }
}

/** The operating system account that PostgreSQL runs under. */
export interface Account {
  command(program: string, args: string[]): Command
  /** Makes the account the owner of a file or directory. */
  own(path: string): void
}

interface Ids {
  uid: number
  gid: number
}

/**
 * Chooses the account for PostgreSQL, which does not run as root. An ordinary user's server uses that user;
 * root's uses the owner of the existing data, else `postgres`, else `nobody`. If that account cannot access
 * the directories above (such as /root), it is granted the one capability for it.
 * @throws StartError when root has no account that works
 */
export function choosePostgresAccount({
  clusterFolder,
  program,
  folders,
}: {
  clusterFolder: string
  program: string
  folders: string[]
}): Account {
  if (process.getuid?.() !== 0) return { command: (name, args) => ({ program: name, args, ids: {} }), own: () => {} }

  const ids = ownerOf(clusterFolder) ?? idsOf('postgres') ?? idsOf('nobody')
  const command = ids && commandsAs(ids).find((candidate) => works(candidate, { program, folders }))
  if (!command) {
    throw new StartError(
      'PostgreSQL cannot run as root, and no other account can be used here. ' +
        `Start as an ordinary user, or make ${dirname(clusterFolder)} accessible to the account postgres, or set DATABASE_URL.`,
    )
  }
  return { command, own: (path) => chownSync(path, ids.uid, ids.gid) }
}

function ownerOf(folder: string): Ids | undefined {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? undefined : { uid, gid }
}

function idsOf(name: string): Ids | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':').map(Number) ?? []
  return uid && gid !== undefined ? { uid, gid } : undefined
}

/** Returns candidates from least to most privilege. Containers often lack the first capability only. */
function commandsAs(ids: Ids): Account['command'][] {
  const plain: Account['command'] = (program, args) => ({ program, args, ids })
  const withCapability =
    (capability: string): Account['command'] =>
    (program, args) => ({
      program: 'setpriv',
      args: [
        // Without it the kernel ignores capabilities in access(2), which PostgreSQL calls for its binaries.
        '--securebits=+no_setuid_fixup',
        `--reuid=${ids.uid}`,
        `--regid=${ids.gid}`,
        '--clear-groups',
        `--inh-caps=+${capability}`,
        `--ambient-caps=+${capability}`,
        '--',
        program,
        ...args,
      ],
      ids: {},
    })
  return [plain, withCapability('dac_read_search'), withCapability('dac_override')]
}

/** Whether the account can run the program with its libraries and access every directory. */
function works(command: Account['command'], { program, folders }: { program: string; folders: string[] }) {
  const script = 'program=$1; shift; for folder; do cd "$folder" || exit 1; done; exec "$program" --version'
  const { program: file, args, ids } = command('/bin/sh', ['-c', script, 'sh', program, ...folders])
  return spawnSync(file, args, { ...ids, stdio: 'ignore' }).status === 0
}
