import { expect } from 'vitest'
import type { Context } from '#server/platform/context.ts'

/** Waits until a statement waits for a lock of another transaction. */
export async function waitForLock({ database: { pool } }: Pick<Context, 'database'>) {
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)
}
