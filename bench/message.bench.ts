import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { sendText } from '#server/features/chat/send/send-query.ts'
import type { Bench } from './support/bench.ts'
import { openProductLine } from './support/chat-lines.ts'
import { closedLoop } from './support/chat-load.ts'
import { BODY, choosePairs, startConversations, type Pair } from './support/chat-pairs.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { openPgbench, withNames } from './support/pgbench.ts'
import { startProduct } from './support/product.ts'

export const bench: Bench = {
  what: 'paid message over HTTP: accepted, stored, charged, delivered to the peer’s socket',
  opponent: 'pgbench with the same statement',
  unit: 'messages',
  target: 0.6,
  defaults: { members: 100_000, clients: 8 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const pairs = await choosePairs(database)
    await createPairsTable(database, pairs)
    const script = pgbenchScript({ pairs: pairs.length, clients })
    const pgbench = await openPgbench({ ...database, clients, script, onClose })
    const { port } = await startProduct(database, { withWeb: false, profileDir, onClose })
    await startConversations({ port, pairs })
    const line = await openProductLine({ port, pairs, onClose })
    return {
      opponent: (seconds) => pgbench(seconds),
      product: (seconds) => closedLoop(line, { clients, seconds }),
      postgresVersion: database.version,
    }
  },
}

/** A table of the pairs, for pgbench. */
async function createPairsTable({ admin }: BenchDatabase, pairs: Pair[]) {
  await admin.query(`drop table if exists bench.pairs`)
  await admin.query(
    `create table bench.pairs as
    select n - 1 as n, sender, profile, $3 as body
    from unnest($1::bigint[], $2::text[]) with ordinality as pair (sender, profile, n)`,
    [pairs.map(({ sender }) => sender.userId), pairs.map(({ receiver }) => receiver.profileId), BODY],
  )
  await admin.query(`alter table bench.pairs add primary key (n)`)
  await admin.query(`grant select on bench.pairs to public`)
}

/**
 * Returns a pgbench script with the same statement and generated values: a random client id, the current
 * time, keys in order of time. Each client has its own pairs and sends ten messages per pair, so the query
 * for the pair is negligible.
 */
function pgbenchScript({ pairs, clients }: { pairs: number; clients: number }) {
  const values = [
    ':sender::bigint',
    ':profile::text',
    `lpad(:client_key::text, 32, '0')::uuid`,
    ':body::text',
    ':body::text',
    ':price::int',
    ':price::int',
    'now()',
    `(now() - interval '365 days')`,
    ':key::bigint',
    'left(md5(:key::text), 14)',
    ':key::bigint',
    ':limit::int',
    'null',
    `'text'`,
    'false',
    // Neither a gift nor a photo, at any price.
    'null',
    'null',
    'null',
  ]
  const lines = [
    '\\set is_due :calls % 10 = 0',
    '\\set calls :calls + 1',
    '\\if :is_due',
    `\\set n random(0, ${Math.floor(pairs / clients) - 1}) * ${clients} + :client_id`,
    'select *, (extract(epoch from now()) * 1000000)::bigint as base from bench.pairs where n = :n::int \\gset',
    '\\endif',
    '\\set client_key random(1, 9000000000000000000)',
    '\\set key :base + :calls',
    '\\set price 1',
    `\\set limit ${FREE_CONVERSATIONS}`,
    withNames(sendText, values),
  ]
  return `${lines.join('\n')}\n`
}
