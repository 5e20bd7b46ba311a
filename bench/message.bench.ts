import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { sendMessage } from '#contract/chat.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import type { ClientMessage } from '#contract/realtime.ts'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import { sendText } from '#server/features/chat/send-query.ts'
import { SECOND } from '#contract/time.ts'
import { requestOf } from '#web/api/call.ts'
import type { Bench, OnClose } from './support/bench.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { openConnection, requestText, type Connection } from './support/http-client.ts'
import { openPgbench, withNames } from './support/pgbench.ts'
import { startProduct } from './support/product.ts'
import { findViewers, type BenchViewer } from './support/viewers.ts'

export const bench: Bench = {
  what: 'paid message over HTTP: accepted, stored, charged, delivered to the peer’s socket',
  opponent: 'pgbench with the same statement',
  unit: 'messages',
  target: 0.6,
  defaults: { members: 100_000, clients: 8 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const pairs = await choosePairs(database)
    const script = pgbenchScript({ pairs: pairs.length, clients })
    const pgbench = await openPgbench({ ...database, clients, script, onClose })
    const port = await startProduct(database, { withWeb: false, profileDir, onClose })
    const receivers = await openReceivers({ port, pairs, onClose })
    return {
      opponent: (seconds) => pgbench(seconds),
      product: (seconds) => measureMessages({ port, pairs, clients, seconds, receivers }),
      postgresVersion: database.version,
    }
  },
}

interface Pair {
  sender: BenchViewer
  receiver: BenchViewer
}

const BODY = 'Shall we meet on Saturday at the market, at eleven or a little later?'

/**
 * Pairs viewers, gives them enough credits and removes blocks between them. pgbench reads the pairs from a table.
 */
async function choosePairs({ admin }: BenchDatabase): Promise<Pair[]> {
  const viewers = await findViewers(admin)
  const pairs: Pair[] = []
  for (let n = 0; n + 1 < viewers.length; n += 2) {
    const [sender, receiver] = [viewers[n], viewers[n + 1]]
    if (sender && receiver) pairs.push({ sender, receiver })
  }
  const keys = viewers.map(({ userId }) => userId)
  await admin.query(`update account_balances set balance = 1000000000 where user_id = any($1::bigint[])`, [keys])
  await admin.query(`delete from blocks where user_id = any($1::bigint[]) and other_id = any($1::bigint[])`, [keys])
  await admin.query(`drop table if exists bench.pairs`)
  await admin.query(
    `create table bench.pairs as
    select n - 1 as n, sender, profile, $3 as body
    from unnest($1::bigint[], $2::text[]) with ordinality as pair (sender, profile, n)`,
    [pairs.map(({ sender }) => sender.userId), pairs.map(({ receiver }) => receiver.profileId), BODY],
  )
  await admin.query(`alter table bench.pairs add primary key (n)`)
  await admin.query(`grant select on bench.pairs to public`)
  return pairs
}

/**
 * Returns a pgbench script with the same statement and generated values: a random client id, the current time, keys in
 * the order of time. Each client has its own pairs and sends ten messages per pair, so the query for the pair is
 * negligible.
 */
function pgbenchScript({ pairs, clients }: { pairs: number; clients: number }) {
  const values = [
    ':sender::bigint',
    ':profile::text',
    `lpad(:client_key::text, 32, '0')::uuid`,
    ':body::text',
    ':body::text',
    ':price::int',
    'now()',
    ':key::bigint',
    'left(md5(:key::text), 14)',
    ':key::bigint',
    ':limit::int',
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

interface Receivers {
  /** Calls back on every message to the receiver of a pair. */
  expect: (pair: Pair, onDelivered: () => void) => void
}

/** Opens a socket for each receiver until the benchmark ends. */
async function openReceivers({
  port,
  pairs,
  onClose,
}: {
  port: number
  pairs: Pair[]
  onClose: OnClose
}): Promise<Receivers> {
  const expected = new Map<Pair, () => void>()
  await Promise.all(
    pairs.map(async (pair) => {
      const origin = `http://127.0.0.1:${port}`
      const headers = { cookie: pair.receiver.cookie, origin }
      const socket = new WebSocket(`${origin.replace('http', 'ws')}${REALTIME_PATH}`, {
        headers,
        perMessageDeflate: false,
      })
      onClose(async () => socket.terminate())
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'resume', epoch: null, after: 0 } satisfies ClientMessage))
      await once(socket, 'message')
      socket.on('message', (data: Buffer) => {
        if (data.includes('"type":"message"')) expected.get(pair)?.()
      })
    }),
  )
  return { expect: (pair, onDelivered) => void expected.set(pair, onDelivered) }
}

interface MessageLoad {
  port: number
  pairs: Pair[]
  clients: number
  seconds: number
  receivers: Receivers
}

/**
 * Sends messages, one at a time per client. A message counts when the sender has the reply and the receiver has the
 * event. Returns messages per second.
 */
async function measureMessages({ port, pairs, clients, seconds, receivers }: MessageLoad) {
  let done = 0
  let rejected = 0
  let hasEnded = false
  const startedAt = performance.now()

  async function work(client: number) {
    const own = pairs.filter((_, index) => index % clients === client)
    const ended = Promise.withResolvers<void>()
    let sent = 0
    let isAccepted = false
    let isDelivered = false

    const connection: Connection = await openConnection({
      port,
      onReply(status) {
        if (status === 200) isAccepted = true
        else rejected += 1
        if (status !== 200 || isDelivered) continueWith(status === 200 ? 1 : 0)
      },
    })

    function continueWith(count: number) {
      if (hasEnded) return ended.resolve()
      done += count
      send()
    }

    function send() {
      const pair = own[Math.floor(sent / 10) % own.length]
      if (!pair) throw new Error('more clients than pairs')
      sent += 1
      isAccepted = false
      isDelivered = false
      receivers.expect(pair, () => {
        isDelivered = true
        if (isAccepted) continueWith(1)
      })
      connection.send(requestOfMessage(pair))
    }

    send()
    await ended.promise
    connection.close()
  }

  const working = Array.from({ length: clients }, (_, client) => work(client))
  await sleep(seconds * SECOND)
  const tookMs = performance.now() - startedAt
  hasEnded = true
  await Promise.all(working)
  if (rejected > 0) throw new Error(`${rejected} of ${done + rejected} messages were rejected`)
  return done / (tookMs / SECOND)
}

function requestOfMessage({ sender, receiver }: Pair) {
  const body = { clientId: randomUUID(), body: BODY }
  const { method, url } = requestOf(sendMessage, { params: { profileId: receiver.profileId }, body })
  return requestText({ method, url, cookie: sender.cookie, body: JSON.stringify(body) })
}
