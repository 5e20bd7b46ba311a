import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'
import { exists, type Programs } from '../cluster.ts'

/** The directories of a data directory while its database is upgraded, and afterwards. */
export function foldersOf(home: string) {
  const current = join(home, 'postgres')
  return {
    current,
    /** Is filled. */
    draft: `${current}.upgrading`,
    /** Is filled and compared, and replaces `current` next. */
    complete: `${current}.upgraded`,
    /** What `current` was before, of that major version. */
    former: (major: number) => `${current}.of-${major}`,
  }
}

/** The major version of a data directory; null without one. */
export async function majorOfFolder(folder: string) {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

export function majorOfPrograms({ postgres }: Pick<Programs, 'postgres'>) {
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1])
  if (!major) throw new StartError(`${postgres} is not a program of PostgreSQL for this machine.`)
  return major
}

/** @throws StartError when the database is of another major version, or an upgrade of it was interrupted */
export async function assertCurrent({ home, programs }: { home: string; programs: Programs }) {
  const { current, complete } = foldersOf(home)
  const stored = await majorOfFolder(current)
  if (stored === null) {
    if (await exists(complete))
      throw new StartError('An upgrade of the database was interrupted: run `npm run upgrade-database` again.')
    return
  }
  const own = majorOfPrograms(programs)
  if (stored < own) {
    throw new StartError(
      `The database in ${current} is of PostgreSQL ${stored}, this version of the program has ${own}. ` +
        'Run `npm run upgrade-database`, then start again (docs/operations.md).',
    )
  }
  if (stored > own) {
    throw new StartError(
      `The database in ${current} is of PostgreSQL ${stored}, which is newer than ${own} of this version of the ` +
        'program. Start the version that it was upgraded with.',
    )
  }
}
