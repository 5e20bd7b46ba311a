/**
 * Upgrades the embedded database to the major version of PostgreSQL that this version of the program has,
 * while the program does not run (docs/operations.md):
 * `npm run upgrade-database [-- --programs DIR | --confirm]`.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import { embeddedPrograms, lockData } from '#server/platform/postgres/embedded.ts'
import { installPrograms } from '#server/platform/postgres/upgrade/earlier-programs.ts'
import { foldersOf, majorOfFolder, majorOfPrograms } from '#server/platform/postgres/upgrade/major.ts'
import { confirmUpgrade, upgradeDatabase } from '#server/platform/postgres/upgrade/upgrade.ts'
import { print, showProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(main)

async function main() {
  const { values } = parseArgs({ options: { programs: { type: 'string' }, confirm: { type: 'boolean' } } })
  const config = loadConfig()
  if (config.databaseUrl)
    throw new StartError('This is for the embedded database. Upgrade the server of DATABASE_URL with its own tools.')
  const { home, release } = await lockData(config.dataDir)
  try {
    if (values.confirm) return printDeleted(await confirmUpgrade(home))
    const to = await embeddedPrograms()
    const [stored, own] = [await majorOfFolder(foldersOf(home).current), majorOfPrograms(to)]
    if (stored === own) return print(`The database is of PostgreSQL ${own} already.`)
    if (stored !== null && stored > own)
      throw new StartError(`The database is of PostgreSQL ${stored}, which is newer than ${own} of this program.`)
    const startedAt = performance.now()
    const installed = join(home, 'earlier-programs')
    const postgres = stored === null ? to.postgres : await serverOf(stored, { installed, given: values.programs })
    const log = createLog(config)
    const result = await upgradeDatabase({ home, from: { postgres }, to, log, print, onProgress: showProgress() })
    await rm(installed, { recursive: true, force: true })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    if (result) print(`Copied ${result.rows} rows of ${result.tables} tables, all compared; ${seconds} s.`)
    if (result) print(`The old database is in ${result.former}; \`npm run upgrade-database -- --confirm\` deletes it.`)
    print(`The database is of PostgreSQL ${own}. Start the program.`)
  } finally {
    release()
  }
}

async function serverOf(major: number, { installed, given }: { installed: string; given: string | undefined }) {
  if (given === undefined) {
    print(`Installing the programs of PostgreSQL ${major} …`)
    return installPrograms({ major, folder: installed })
  }
  const postgres = join(given, 'postgres')
  const own = majorOfPrograms({ postgres })
  if (own !== major) throw new StartError(`${postgres} is of PostgreSQL ${own}, but the database is of ${major}.`)
  return postgres
}

function printDeleted(folders: string[]) {
  if (folders.length === 0) print('There is no old database.')
  for (const folder of folders) print(`Deleted ${folder}.`)
}
