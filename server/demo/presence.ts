import { sql } from 'kysely'
import { z } from 'zod'
import { recordActivity } from '#server/features/search/service.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { DEMO_DOMAIN } from './members.ts'

const touchMembers = defineJob('demo.touch_members', z.unknown(), 'background')

/** Share of the demo members that become active in each run. */
const PERCENT = 4

/** Marks some demo members as active every few minutes, so that online marks come and go (DEMO-3). */
export function scheduleDemoActivity({ jobs, db, clock }: Pick<Context, 'jobs' | 'db' | 'clock'>) {
  jobs.handle(touchMembers, async () => {
    const { rows } = await sql<{ id: number }>`
      select id from users where email like ${`%${DEMO_DOMAIN}`} and random() * 100 < ${PERCENT}`.execute(db)
    await recordActivity({ db, clock }, { userIds: rows.map(({ id }) => id) })
  })
  jobs.cron(touchMembers, '*/3 * * * *')
}
