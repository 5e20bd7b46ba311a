import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { SECOND } from '#contract/time.ts'
import { openDatabase, type Database } from '#server/platform/postgres/db.ts'

export interface TestDatabase extends Database {
  connectionString: string
}

/** How long tests on a busy machine wait for a connection that many of their calls share. */
const CONNECT_TIMEOUT_MS = 50 * SECOND

/**
 * Creates an empty, migrated database by copying the template, in milliseconds. `close` drops it. Without
 * `isPatient` it waits for a connection as long as production.
 */
export async function testDatabase({ isPatient = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // As files: block by block through the log, which is the default, takes twice as long.
  await asSuperuser(`create database ${name} template rendezvous owner rendezvous strategy file_copy`)
  const connectionString = inject('testPostgres').connectionString.replace('/rendezvous?', `/${name}?`)
  const database = openDatabase({ connectionString })
  if (isPatient) database.pool.options.connectionTimeoutMillis = CONNECT_TIMEOUT_MS
  return {
    ...database,
    connectionString,
    async close() {
      await database.close()
      await asSuperuser(`drop database ${name} with (force)`)
    },
  }
}

/** Runs a statement that the user of a site may not, such as the creation of a database. */
export async function asSuperuser(statement: string) {
  const client = new pg.Client({ connectionString: inject('testPostgres').adminConnectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
