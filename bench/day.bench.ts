import { createRng } from '#server/demo/random.ts'
import { databasePid } from '#tests/support/programs/program.ts'
import type { Bench } from './support/bench.ts'
import type { BenchDatabase } from './support/database.ts'
import { chooseMembers } from './support/day-members.ts'
import { actions, planOf } from './support/day-plan.ts'
import { play, WINDOW_MINUTES, type DayResult } from './support/day-player.ts'
import { percentile } from './support/figures.ts'
import { openDayDatabase, setupNames, startDaySite } from './support/day-site.ts'
import { cpuSeconds, residentBytes } from './support/process-usage.ts'

/** Most of the time of a call, in milliseconds: docs/performance.md. */
const MOST_P99_MS = { message: 100, page: 250 }

export const bench: Bench = {
  what: 'members active in an hour (`--clients`, for `--seconds` of it): log-in, search, profiles, likes, messages with open sockets, purchases',
  opponent: 'the plan: the calls that these members make in that time',
  unit: 'calls',
  // No call fails, and the run ends with its plan.
  target: 0.98,
  // Two hours would be the default of a whole hour.
  warmUpSeconds: 20,
  setups: setupNames,
  needsBuild: true,
  defaults: { members: 20_000, clients: 10_000, seconds: 10, rounds: 1 },

  async prepare({ members, clients, setup, profileDir, onProgress, onClose }) {
    const database = await openDayDatabase({ members, setup, onProgress, onClose })
    const product = await startDaySite(database, { setup, profileDir, onClose })
    const rng = createRng('day')
    const planFor = (seconds: number) => planOf({ perHour: clients, seconds, rng })
    return {
      opponent: async (seconds) => planFor(seconds).steps.length / seconds,
      async product(seconds) {
        const plan = planFor(seconds)
        const active = await chooseMembers(database.admin, plan.members)
        const closers: (() => Promise<void>)[] = []
        const before = await usageOf(database, product)
        const startedAt = performance.now()
        const result = await play(
          { port: product.port, onClose: (close) => closers.push(close) },
          { members: active, steps: plan.steps },
        )
        const tookSeconds = (performance.now() - startedAt) / 1000
        print(result, { before, after: await usageOf(database, product), tookSeconds, members: plan.members })
        await Promise.all(closers.map((close) => close()))
        // The plan has idle time at its end: a run that is not behind takes no longer than it.
        return countOf(result) / Math.max(seconds, tookSeconds)
      },
      postgresVersion: database.version,
    }
  },
}

interface Usage {
  server: number
  database: number
  /** Of the programs of the setup. */
  besides: number
  memory: number
  bytes: number
}

async function usageOf(
  { admin, dataDir }: BenchDatabase,
  { pid, besides }: { pid: number; besides: readonly number[] },
): Promise<Usage> {
  const { rows } = await admin.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return {
    server: cpuSeconds(pid),
    database: cpuSeconds(await databasePid(dataDir)),
    besides: besides.reduce((sum, each) => sum + cpuSeconds(each), 0),
    memory: residentBytes(pid),
    bytes: Number(rows[0]?.bytes),
  }
}

function countOf({ times }: DayResult) {
  return [...times.values()].reduce((sum, { length }) => sum + length, 0)
}

function print(
  { times, delays, errors, windows }: DayResult,
  { before, after, tookSeconds, members }: { before: Usage; after: Usage; tookSeconds: number; members: number },
) {
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  const share = (name: 'server' | 'database' | 'besides') =>
    `${(((after[name] - before[name]) / tookSeconds) * 100).toFixed(0)} %`
  console.log(`  ${members} members in ${tookSeconds.toFixed(1)} s`)
  for (const action of actions) {
    const values = times.get(action)
    if (!values) continue
    const most = action in MOST_P99_MS ? MOST_P99_MS[action as keyof typeof MOST_P99_MS] : undefined
    const verdict =
      most === undefined ? '' : `, target ≤ ${most} ms: ${percentile(values, 0.99) <= most ? 'met' : 'missed'}`
    console.log(`  ${action.padEnd(9)}${values.length} calls, ${percentilesOf(values)}${verdict}`)
  }
  console.log(`  of these times, the generator's own delay: ${percentilesOf(delays)}`)
  console.log(
    `  CPU: server ${share('server')}, database ${share('database')}, beside them ${share('besides')} of a core; memory of the server ${megabytes(after.memory)}; database grew by ${megabytes(after.bytes - before.bytes)}`,
  )
  for (const [error, count] of errors) console.log(`  failed ${count} ×: ${error}`)
  for (const [index, { answered, failed, messageTimes }] of windows.entries())
    console.log(
      `  from minute ${index * WINDOW_MINUTES}: ${answered} answered, ${failed} failed, messages ${percentilesOf(messageTimes)}`,
    )
}

function percentilesOf(values: readonly number[]) {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(values, share).toFixed(0))
  return `p50 ${p50} ms, p99 ${p99} ms`
}
