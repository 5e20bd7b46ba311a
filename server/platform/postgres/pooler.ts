import { sql } from 'kysely'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Database } from './db.ts'

/** Warns when statements through the pooler have no time limit: it has no or another `connect_query`. */
export async function warnAboutPooler(
  { db }: Pick<Database, 'db'>,
  { config, log }: { config: Pick<Config, 'databasePoolUrl'>; log: Log },
) {
  if (!config.databasePoolUrl) return
  const { rows } = await sql<{ hasLimit: boolean }>`
    select current_setting('statement_timeout') <> '0' as has_limit`.execute(db)
  if (!rows[0]?.hasLimit)
    log.warn('statements through DATABASE_POOL_URL have no time limit: set connect_query as deploy/pgbouncer.ini does')
}
