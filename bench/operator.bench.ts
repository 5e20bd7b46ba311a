import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createAppContext } from '#server/context.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { SECOND } from '#contract/time.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { loadConsole } from './load-console.ts'
import type { Bench, Options } from './support/bench.ts'
import { consoleCalls, type ConsoleCall } from './support/console-calls.ts'
import { findLargeReads, injectCall, recordConnections } from './support/console-plans.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { figuresOf } from './support/figures.ts'
import { openConnection, requestText } from './support/http-client.ts'
import { SECRET, startProduct } from './support/product.ts'

/** What a queue or list of the console may take on the server. */
const MOST_MS = 150
/** Times of each call, while the time of a round lasts; at least one. */
const timesOf = new Map<string, number[]>()

export const bench: Bench = {
  what: 'the slowest queue or list of the operators’ console over HTTP, one call after the other',
  opponent: `the budget of ${MOST_MS} ms for a call`,
  unit: 'calls',
  target: 1,
  defaults: { members: 20_000, clients: 1, seconds: 5, rounds: 3 },

  async prepare({ profileDir, ...options }) {
    const { onClose } = options
    const database = await openBenchDatabase(options, {
      name: 'operator',
      file: 'load-console.ts',
      load: (client, load) => loadConsole(client, { ...load, until: new Date() }),
    })
    const { calls, cookie } = await checkPlans(database)
    const { port } = await startProduct(database, { withWeb: false, profileDir, onClose })
    const send = await openCaller(port, { cookie, onClose })
    return {
      opponent: async () => SECOND / MOST_MS,
      product: (seconds) => measureCalls({ calls, send, seconds }),
      postgresVersion: database.version,
      afterwards: async () => printTimes(calls),
    }
  },
}

/** Starts the product in this process and asserts that no call reads a large table without an index. */
async function checkPlans({ dataDir, connectionString, admin }: BenchDatabase) {
  const recorder = recordConnections()
  const config = loadConfig({ DATA_DIR: dataDir, DEMO_MEMBERS: '0', APP_SECRET: SECRET, LOG_LEVEL: 'error' })
  const database = openDatabase({ connectionString })
  const context = await createAppContext({ config, log: createLog(config), database })
  const app = await buildApp(context, { withWeb: false })
  try {
    await app.ready()
    const { cookie } = await buildOperator(context)
    const calls = await consoleCalls(admin, (call) => injectCall(app, cookie, call))
    const faults: string[] = []
    for (const call of calls) {
      const statements = await recorder.during(() => injectCall(app, cookie, call))
      faults.push(...(await findLargeReads(admin, { call, statements, isSmall: false })))
    }
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return { calls, cookie }
  } finally {
    recorder.stop()
    await app.close()
    await context.close()
  }
}

/** Opens a connection. Returns a function that sends one call and returns its milliseconds. */
async function openCaller(port: number, { cookie, onClose }: Pick<Options, 'onClose'> & { cookie: string }) {
  let reply = Promise.withResolvers<number>()
  const connection = await openConnection({ port, onReply: (status) => reply.resolve(status) })
  onClose(async () => connection.close())
  return async ({ method, url, body }: ConsoleCall) => {
    reply = Promise.withResolvers()
    const text = requestText({ method, url, cookie, ...(body && { body: JSON.stringify(body) }) })
    const startedAt = performance.now()
    connection.send(text)
    const status = await reply.promise
    if (status !== 200) throw new Error(`${method} ${url}: ${status}`)
    return performance.now() - startedAt
  }
}

/** Sends all calls in turn. Returns how often in a second the slowest one could be sent, by its median. */
async function measureCalls({
  calls,
  send,
  seconds,
}: {
  calls: ConsoleCall[]
  send: (call: ConsoleCall) => Promise<number>
  seconds: number
}) {
  timesOf.clear()
  const end = performance.now() + seconds * SECOND
  do {
    for (const call of calls) timesOf.set(call.name, [...(timesOf.get(call.name) ?? []), await send(call)])
  } while (performance.now() < end)
  return SECOND / Math.max(...[...timesOf.values()].map((times) => figuresOf(times).median))
}

/** Prints the times of the last round. */
function printTimes(calls: ConsoleCall[]) {
  console.log(`\nmedian and longest in the last round, target ≤ ${MOST_MS} ms`)
  for (const { name } of calls) {
    const { median, most } = figuresOf(timesOf.get(name) ?? [])
    const verdict = median <= MOST_MS ? 'met' : 'missed'
    console.log(`${name.padEnd(44)} ${median.toFixed(1).padStart(8)} ms ${most.toFixed(1).padStart(8)} ms  ${verdict}`)
  }
}
