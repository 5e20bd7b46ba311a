import { sendContextText } from '#server/features/chat/send/context-query.ts'
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
  opponent: 'pgbench with the same statements',
  unit: 'messages',
  target: 0.6,
  defaults: { members: 100_000, clients: 8 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const pairs = await choosePairs(database)
    const { port } = await startProduct(database, { withWeb: false, profileDir, onClose })
    await startConversations({ port, pairs })
    await createPairsTable(database, pairs)
    const script = pgbenchScript({ pairs: pairs.length, clients })
    const pgbench = await openPgbench({ ...database, clients, script, onClose })
    const line = await openProductLine({ port, pairs, onClose })
    return {
      opponent: (seconds) => pgbench(seconds),
      product: (seconds) => closedLoop(line, { clients, seconds }),
      postgresVersion: database.version,
    }
  },
}

/** A table of the pairs and their conversations, for pgbench. */
async function createPairsTable({ admin }: BenchDatabase, pairs: Pair[]) {
  await admin.query(`drop table if exists bench.pairs`)
  await admin.query(
    `create table bench.pairs as
    select n - 1 as n, sender, profile, receiver, c.id as conversation, c.public_id as conversation_public, $4 as body
    from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality as pair (sender, profile, receiver, n)
    join conversations c on c.low_id = least(sender, receiver) and c.high_id = greatest(sender, receiver)`,
    [
      pairs.map(({ sender }) => sender.userId),
      pairs.map(({ receiver }) => receiver.profileId),
      pairs.map(({ receiver }) => receiver.userId),
      BODY,
    ],
  )
  await admin.query(`alter table bench.pairs add primary key (n)`)
  await admin.query(`grant select on bench.pairs to public`)
}

/**
 * Returns a pgbench script with the same statements, for one message each, and generated values: a random
 * client id, the current time, keys in the order of time. Each client has its own pairs and sends ten
 * messages per pair, so the query for the pair is negligible.
 */
function pgbenchScript({ pairs, clients }: { pairs: number; clients: number }) {
  const clientId = `lpad(:client_key::text, 32, '0')::uuid`
  const context = [':key::bigint', ':sender::bigint', ':profile::text', clientId]
  const message = [
    ':key::bigint',
    ':sender::bigint',
    ':receiver::bigint',
    ':conversation::bigint',
    ':conversation_public::text',
    clientId,
    `'text'`,
    ':body::text',
    // Neither a gift nor a photo.
    'null::text',
    'null::text',
    ':body::text',
    'null::int',
    ':price::int',
    'now()',
  ]
  const arrays = (values: string[]) => values.map((value) => `array[${value}]`)
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
    withNames(sendContextText, arrays(context)),
    withNames(sendText, arrays(message)),
  ]
  return `${lines.join('\n')}\n`
}
