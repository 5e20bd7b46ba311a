import { sql } from 'kysely'
import { z } from 'zod'
import { storeActivity } from '#server/features/search/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { DEMO_DOMAIN } from './members.ts'

const touchMembers = defineJob('demo.touch_members', z.unknown())

/** Of a hundred demo members, so many look in at a time. */
const PERCENT = 4

/** Lets some demo members look in every few minutes, so that online marks come and go. They do nothing else. */
export function scheduleDemoActivity({ jobs, db, clock }: Pick<Context, 'jobs' | 'db' | 'clock'>) {
  jobs.handle(touchMembers, async () => {
    const { rows } = await sql<{ id: number }>`
      select id from users where email like ${`%${DEMO_DOMAIN}`} and random() * 100 < ${PERCENT}`.execute(db)
    await storeActivity(
      db,
      rows.map(({ id }) => ({ userId: id, at: clock.now() })),
    )
  })
  jobs.cron(touchMembers, '*/3 * * * *')
}
