import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startFaultySite, type FaultySite } from '#tests/support/programs/faulty-site.ts'
import { findPgbouncer, noPgbouncer, startPgbouncer } from '#tests/support/programs/pgbouncer.ts'
import { buildMembers, SiteLoad } from '#tests/support/site-load.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { openSocketAt } from '#tests/support/socket.ts'

/*
 * A server whose statements go through a PgBouncer in transaction mode with deploy/pgbouncer.ini.
 */

const SECRET = 'a secret of the test, long enough for the rule'
const MEMBERS = IS_FULL ? 100 : 4

const program = await findPgbouncer()
const cleanups: (() => Promise<void>)[] = []
let site: FaultySite

beforeEach(({ skip }) => skip(!program, noPgbouncer))
beforeAll(async () => {
  if (!program) return
  site = await startFaultySite({
    environment: async (proxy) => {
      const pgbouncer = await startPgbouncer(program, { target: proxy.connectionString })
      cleanups.push(() => pgbouncer.close())
      return { DATABASE_POOL_URL: pgbouncer.url, APP_SECRET: SECRET, LOG_LEVEL: 'warn' }
    },
  })
  cleanups.push(() => site.close())
})
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

test('purchases, messages and unlocks of members who share few connections succeed', async () => {
  const buyers = await buildMembers(site.context, MEMBERS, {})
  const spenders = await buildMembers(site.context, MEMBERS, { credits: 1_000_000 })
  const owners = await buildMembers(site.context, 2, { isPremium: true, photos: ['public', 'private', 'private'] })
  const load = new SiteLoad({ origin: `http://127.0.0.1:${site.port}`, secret: SECRET, retryMs: 50 })
  load.start({ buyers, spenders, owners })
  await load.untilAcknowledged(20 * MEMBERS)
  await load.stop()
  // A busy machine may exceed a limit of the database, which the program answers with 503.
  expect(load.failures.filter((failure) => !failure.includes('request.unavailable'))).toEqual([])
  expect(await load.brokenPromises(site.context)).toEqual([])
  // The limits of a session are in effect: the start would have logged that they are not.
  expect(site.program.stderr()).not.toContain('have no time limit')
})

test('notifications and jobs have sessions of the server itself', async () => {
  const member = await buildMember(site.context)
  const socket = await openSocketAt(site.port, member)
  // A trigger notifies the program.
  await site.context.db.deleteFrom('sessions').where('userId', '=', member.userId).execute()
  expect(await socket.closed).toBe(closeCodes.sessionEnded)
  // The purchases and messages have queued some.
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from graphile_worker.jobs where attempts = 0 and run_at <= now()`.execute(site.context.db)
    expect(rows).toEqual([])
  })
})
