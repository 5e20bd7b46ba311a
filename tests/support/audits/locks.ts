import { expect } from 'vitest'
import type { Context } from '#server/platform/context.ts'

/** Waits until a statement, or so many, wait for locks of other transactions. */
export async function waitForLock({ database: { pool } }: Pick<Context, 'database'>, count = 1) {
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBeGreaterThanOrEqual(count)
}
