import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/**
 * Renews the statistics of partitioned tables: autovacuum does so for each partition, but not for the table,
 * by which joins are planned. Runs every week.
 */
export const analyzePartitioned = defineJob('database.analyze_partitioned', z.unknown(), 'maintenance')

export function partitionJobs({ jobs, database }: Pick<Context, 'jobs' | 'database'>) {
  jobs.handle(analyzePartitioned, () =>
    database.runLong(async (db) => {
      const { rows } = await sql<{ name: string }>`
        select partrelid::regclass::text as name from pg_partitioned_table`.execute(db)
      for (const { name } of rows) await sql`analyze ${sql.raw(name)}`.execute(db)
    }),
  )
  jobs.cron(analyzePartitioned, '30 3 * * 0')
}
