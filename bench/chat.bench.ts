import { setTimeout as sleep } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionCookieName } from '#server/features/accounts/sessions/session-cookie.ts'
import { SECOND } from '#contract/time.ts'
import type { Bench, OnClose } from './support/bench.ts'
import { openMemberSocket, openProductLine, openRelayLine } from './support/chat-lines.ts'
import { closedLoop, openLoop, type ChatLine, type Delivery } from './support/chat-load.ts'
import { choosePairs, startConversations } from './support/chat-pairs.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { cpuSeconds, residentBytes } from './support/process-usage.ts'
import { startProduct } from './support/product.ts'
import { startProgram } from './support/programs.ts'

/** Rates of the open loop, in messages per second. The middle one has a target. */
const RATES = [100, 500]
const OPEN_LOOP_SECONDS = 4
const MOST_P99_RATIO = 3
/** Sockets that are opened to measure their memory, each of another member. */
const IDLE_SOCKETS = 10_000
const MOST_SOCKET_BYTES = 15 * 1024
/** In which the server collects what opening the sockets left. */
const SETTLE_MS = 5 * SECOND

/** A side with the processes whose time counts. */
interface MeasuredSide {
  line: ChatLine
  server: number
  database: number
}

export const bench: Bench = {
  what: 'paid message over HTTP, delivered to the peer’s socket, with charge, lists and counts',
  opponent: 'a bare relay over WebSockets with one insert per message',
  unit: 'messages',
  per: 'CPU second',
  target: 1 / 3,
  defaults: { members: 14_000, clients: 8, seconds: 4, rounds: 3 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const pairs = await choosePairs(database)
    await createRelayTable(database)
    const relay = await startProgram('bare-relay.ts', { args: [database.connectionString], onClose })
    const product = await startProduct(database, { withWeb: false, profileDir, onClose })
    await startConversations({ port: product.port, pairs })
    const postgres = postmasterOf(database)
    const sides = {
      relay: { line: await openRelayLine({ ...relay, pairs, onClose }), server: relay.pid, database: postgres },
      product: { line: await openProductLine({ ...product, pairs, onClose }), server: product.pid, database: postgres },
    }
    return {
      opponent: (seconds) => messagesPerCpuSecond('relay', sides.relay, { clients, seconds }),
      product: (seconds) => messagesPerCpuSecond('product', sides.product, { clients, seconds }),
      postgresVersion: database.version,
      async afterwards() {
        await compareDelivery(sides)
        await measureIdleSockets(database, { ...product, onClose })
      },
    }
  },
}

async function createRelayTable({ admin }: BenchDatabase) {
  await admin.query(`drop table if exists bench.relayed`)
  await admin.query(
    `create table bench.relayed (
      id bigint generated always as identity primary key,
      sender_id bigint not null,
      receiver_id bigint not null,
      body text not null,
      sent_at timestamptz not null
    )`,
  )
  await admin.query(`grant select, insert on bench.relayed to public`)
}

/** The first line of the file that PostgreSQL keeps while it runs. */
function postmasterOf({ dataDir }: BenchDatabase) {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

async function messagesPerCpuSecond(
  name: string,
  { line, server, database }: MeasuredSide,
  { clients, seconds }: { clients: number; seconds: number },
) {
  const before = { server: cpuSeconds(server), database: cpuSeconds(database), at: performance.now() }
  const rate = await closedLoop(line, { clients, seconds })
  const messages = (rate * (performance.now() - before.at)) / SECOND
  const used = { server: cpuSeconds(server) - before.server, database: cpuSeconds(database) - before.database }
  const per1000 = (cpu: number) => ((cpu / messages) * 1000).toFixed(3)
  console.log(
    `  ${name}: ${Math.round(rate)}/s, CPU seconds per 1,000: server ${per1000(used.server)}, database ${per1000(used.database)}`,
  )
  return messages / (used.server + used.database)
}

/** Compares the time to delivery at fixed rates, at which each side waits for nothing but itself. */
async function compareDelivery({ relay, product }: Record<'relay' | 'product', MeasuredSide>) {
  for (const rate of RATES) {
    const theirs = await openLoop(relay.line, { rate, seconds: OPEN_LOOP_SECONDS })
    const ours = await openLoop(product.line, { rate, seconds: OPEN_LOOP_SECONDS })
    const ratio = ours.p99 / theirs.p99
    const verdict = ratio <= MOST_P99_RATIO ? 'met' : 'missed'
    console.log(
      `at ${rate}/s  relay ${inWords(theirs)}; product ${inWords(ours)}; p99 ${ratio.toFixed(1)} ×, target ≤ ${MOST_P99_RATIO}: ${verdict}`,
    )
  }
}

function inWords({ p50, p99, rate }: Delivery) {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${Math.round(rate)}/s)`
}

/**
 * Measures the private memory of an idle socket of a logged-in member on the server, after the rounds above,
 * in which the heap has grown to its working size.
 */
async function measureIdleSockets(
  { admin }: BenchDatabase,
  { port, pid, onClose }: { port: number; pid: number; onClose: OnClose },
) {
  const { rows } = await admin.query<{ token: string }>(
    `with idle as (
      select id, 'idle ' || id as token
      from users
      where confirmed_at is not null and disabled_at is null and deleted_at is null
        and id not in (select user_id from bench.viewers)
      order by id
      limit $1
    ),
    opened as (
      insert into sessions (token_hash, user_id, created_at, expires_at, last_used_at)
      select sha256(translate(encode(sha256(token::bytea), 'base64'), '+/=', '-_')::bytea), id, now(),
        now() + interval '1 day', now()
      from idle
      on conflict do nothing
    )
    select translate(encode(sha256(token::bytea), 'base64'), '+/=', '-_') as token from idle`,
    [IDLE_SOCKETS],
  )
  const name = sessionCookieName({ publicUrl: 'http://localhost' })
  const before = residentBytes(pid)
  for (let start = 0; start < rows.length; start += 50) {
    const batch = rows.slice(start, start + 50)
    await Promise.all(batch.map(({ token }) => openMemberSocket({ port, cookie: `${name}=${token}`, onClose })))
  }
  await sleep(SETTLE_MS)
  const bytes = (residentBytes(pid) - before) / rows.length
  const verdict = bytes <= MOST_SOCKET_BYTES ? 'met' : 'missed'
  console.log(
    `idle socket  ${(bytes / 1024).toFixed(1)} KB of private memory each with ${rows.length} more, target ≤ ${MOST_SOCKET_BYTES / 1024}: ${verdict}`,
  )
}
