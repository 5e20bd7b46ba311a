import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import { StartError } from '#server/platform/start-error.ts'

/** The first row of `demo_steps`: demo members exist or are about to. */
const FIRST_STEP = 'started'

/**
 * Marks the database and the data directory as those of a demo, before the first demo member is created.
 * Invented members never join real ones: a database with members and without the mark is rejected. Source:
 * DEMO-2.
 * @throws StartError
 */
export async function markDemoData({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>) {
  if (!(await isDemoDatabase({ db }))) {
    const member = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (member)
      throw new StartError(
        'The database already has members, so no demo members are added. Set DEMO_MEMBERS=0, or use other data.',
      )
    const step = { step: FIRST_STEP, n: 0, doneAt: clock.now() }
    await db
      .insertInto('demoSteps')
      .values(step)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  writeFileSync(markerOf(config), 'Demo data: SITE_MODE=production does not start here.\n')
}

/**
 * Checks before the database starts that production does not run in the data directory of a demo.
 * @throws StartError
 */
export function rejectDemoFolder(config: Pick<Config, 'mode' | 'dataDir'>) {
  if (config.mode === 'production' && existsSync(markerOf(config)))
    throw new StartError(
      `DATA_DIR ${config.dataDir} has the data of a demo. Production must start with a directory of its own.`,
    )
}

/**
 * Checks that production does not run on the database of a demo.
 * @throws StartError
 */
export async function rejectDemoDatabase({ config, db }: Pick<Context, 'db'> & { config: Pick<Config, 'mode'> }) {
  if (config.mode === 'production' && (await isDemoDatabase({ db })))
    throw new StartError('The database has demo members. Production must start with a database of its own.')
}

async function isDemoDatabase({ db }: Pick<Context, 'db'>) {
  const step = await db.selectFrom('demoSteps').select('step').limit(1).executeTakeFirst()
  return step !== undefined
}

function markerOf({ dataDir }: Pick<Config, 'dataDir'>) {
  return join(dataDir, 'demo')
}
