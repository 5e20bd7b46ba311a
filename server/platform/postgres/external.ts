import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/platform/start-error.ts'
import { SECOND } from '#contract/time.ts'

const MIN_VERSION = 15
const WAIT_TIMEOUT_MS = 30 * SECOND

/**
 * Waits until the PostgreSQL of DATABASE_URL answers: in a container it often starts with this process.
 * @throws StartError when it cannot be reached in time or is too old
 */
export async function waitForPostgres({
  connectionString,
  print,
  signal,
}: {
  connectionString: string
  print: (line: string) => void
  signal: AbortSignal
}) {
  const deadline = performance.now() + WAIT_TIMEOUT_MS
  for (let tries = 0; ; tries += 1) {
    try {
      return await requireVersion(connectionString)
    } catch (cause) {
      if (cause instanceof StartError) throw cause
      const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
      if (performance.now() > deadline) {
        throw new StartError(`The database of DATABASE_URL cannot be reached${reason}.`, { cause })
      }
      if (tries === 0) print(`Waiting for the database of DATABASE_URL${reason} …`)
      await sleep(SECOND, undefined, { signal })
    }
  }
}

async function requireVersion(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>('show server_version')
    const version = rows[0]?.version ?? ''
    if (Number.parseInt(version, 10) < MIN_VERSION) {
      throw new StartError(`PostgreSQL ${version} is too old: DATABASE_URL needs version ${MIN_VERSION} or later.`)
    }
  } finally {
    await client.end()
  }
}
