import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type { DB } from '#server/platform/postgres/db-types.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

/** Returns the statements that a function sends to the database. Each is answered with the same row. */
export async function recordStatements(run: (db: Tx) => Promise<unknown>, row: object) {
  const statements: string[] = []
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql }: { sql: string }): Promise<QueryResult<Row>> => {
      statements.push(sql)
      // The functions read what they declare of the row; nothing of it is in a statement.
      return { rows: [row as Row] }
    },
    streamQuery: () => {
      throw new Error('not recorded')
    },
  }
  const nothing = async () => {}
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  })
  await db.transaction().execute((tx) => run(tx as Tx))
  return statements
}
