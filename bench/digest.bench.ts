import type { Bench, Options } from './support/bench.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { startDigests } from './support/digests.ts'

/** What a mail may cost: 2 ms of a processor. */
const MAILS_PER_CPU_SECOND = 500

export const bench: Bench = {
  what: 'weekly mails: queued in batches, built from the database, rendered, and stored as sent',
  opponent: 'the budget of 2 ms of CPU for a mail',
  unit: 'mails',
  per: 'CPU second',
  target: 1,
  defaults: { members: 10_000, clients: 1 },

  async prepare(options) {
    const database = await openBenchDatabase(options)
    await fillMembers(database)
    const digests = await startDigests(database, options)
    return {
      opponent: async () => MAILS_PER_CPU_SECOND,
      product: (seconds) => measure({ database, digests }, seconds),
      postgresVersion: database.version,
      async afterwards() {
        const { rows } = await database.admin.query<{ n: number }>(
          `select count(*)::int as n from (
            select from notice_mails where state = 'sent' group by user_id, key having count(*) > 1
          ) as twice`,
        )
        console.log(`members with two mails: ${rows[0]?.n}; most memory: ${Math.round(digests.mostMegabytes())} MB`)
      },
    }
  },
}

/** Gives every member something that is new. */
async function fillMembers({ admin }: BenchDatabase) {
  await admin.query(`
    insert into notice_members (user_id, digest_at, reminder_at)
    select id, 'infinity', 'infinity' from users
    on conflict (user_id) do update set reminder_at = 'infinity'`)
  await admin.query(`
    insert into like_counts (user_id, new_likes) select id, 1 from users
    on conflict (user_id) do update set new_likes = 1`)
}

interface Measured {
  database: BenchDatabase
  digests: Awaited<ReturnType<typeof startDigests>>
}

/** Sends the mails of all members whose week is over, for some seconds. */
async function measure({ database: { admin }, digests }: Measured, seconds: Options['seconds']) {
  await admin.query('truncate notice_log, notice_mails')
  await admin.query(`update notice_members set digest_at = now() - interval '1 hour'`)
  await admin.query('analyze notice_members, notice_mails')
  const { mails, cpuSeconds } = await digests.run(seconds)
  return mails / cpuSeconds
}
