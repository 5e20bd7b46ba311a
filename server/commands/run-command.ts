import type { AppConfig } from '#server/config.ts'
import { findRunningDatabase } from '#server/platform/postgres/postmaster.ts'
import { print } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'

/** Runs a command, prints the text that it returns or why it failed, and ends the process. */
export async function runCommand(command: () => Promise<unknown>, describeError = messageOf) {
  try {
    const result = await command()
    if (typeof result === 'string') print(result)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${describeError(error)}\n`)
  }
  process.exit()
}

export function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Returns the address of the database of a configuration.
 * @throws StartError when it is the embedded one and does not run
 */
export async function databaseOf({ databaseUrl, dataDir }: Pick<AppConfig, 'databaseUrl' | 'dataDir'>) {
  const connectionString = databaseUrl ?? (await findRunningDatabase(dataDir))
  if (connectionString === null) throw new StartError('The program does not run, and with it its database.')
  return connectionString
}
