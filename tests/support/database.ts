import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/platform/postgres/db.ts'

export interface TestDatabase extends Database {
  connectionString: string
}

/** Creates an empty, migrated database by copying the template, in milliseconds. `close` drops it. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(`create database ${name} template rendezvous owner rendezvous`)
  const connectionString = inject('testPostgres').connectionString.replace('/rendezvous?', `/${name}?`)
  const database = openDatabase({ connectionString })
  return {
    ...database,
    connectionString,
    async close() {
      await database.close()
      await asSuperuser(`drop database ${name} with (force)`)
    },
  }
}

async function asSuperuser(statement: string) {
  const client = new pg.Client({ connectionString: inject('testPostgres').adminConnectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
