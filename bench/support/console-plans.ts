import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { USUAL_SHARE, type ConsoleCall } from './console-calls.ts'

/** Rows from which a table counts as large. */
const LARGE_TABLE_ROWS = 2000
/** Rows that a statement may read of any table. */
const FEW_ROWS = 300

interface Statement {
  text: string
  values: unknown[]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  /** Of each loop. */
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Sends a call to an app in this process as an operator. */
export async function injectCall(app: FastifyInstance, cookie: string, { method, url, body }: ConsoleCall) {
  const reply = await app.inject({ method, url, headers: { cookie }, ...(body && { payload: body }) })
  if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
  return reply.json<unknown>()
}

/**
 * Records what the connections that are opened from now on send. Call it before a program opens its own.
 * `stop` ends it for all of them.
 */
export function recordConnections() {
  let statements: Statement[] | null = null
  const { prototype } = pg.Client
  // Of several signatures: the recorder passes on whatever it gets.
  const original = prototype.query as (...args: unknown[]) => unknown
  prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [query, values] = args
    const statement = typeof query === 'string' ? { text: query, values } : (query as Partial<Statement>)
    if (statements && statement.text) statements.push({ text: statement.text, values: asArray(statement.values) })
    return original.apply(this, args)
  } as typeof prototype.query
  return {
    /** Returns the statements that are sent while a function runs. */
    async during(run: () => Promise<unknown>) {
      const recorded: Statement[] = []
      statements = recorded
      try {
        await run()
      } finally {
        statements = null
      }
      return recorded.filter(({ text }) => isReading(text))
    },
    stop() {
      prototype.query = original as typeof prototype.query
    },
  }
}

/** Without what begins and ends transactions, and rows of values, which could not be inserted twice. */
function isReading(text: string) {
  return /^\s*(?:select|with|update|delete)\b/i.test(text)
}

function asArray(values: unknown): unknown[] {
  return Array.isArray(values) ? values : []
}

/**
 * Runs statements once more and returns what they read of large tables beyond what their call may. Each is
 * rolled back. `isSmall`: with few rows a plan without an index can be right, so it is not allowed.
 */
export async function findLargeReads(
  client: pg.Client,
  { call, statements, isSmall }: { call: ConsoleCall; statements: Statement[]; isSmall: boolean },
) {
  const sizes = await tableSizes(client)
  const faults: string[] = []
  for (const { text, values } of statements) {
    await client.query('begin')
    await client.query(`set local max_parallel_workers_per_gather = 0; set local jit = off`)
    if (isSmall) await client.query('set local enable_seqscan = off')
    const explain = `explain (analyze, timing off, format json) ${text}`
    const plan = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain, values)
    await client.query('rollback')
    for (const node of nodesOf(plan.rows[0]?.['QUERY PLAN'][0]?.Plan)) {
      const table = node['Relation Name'] ?? ''
      const size = sizes.get(table) ?? 0
      const read = rowsRead(node)
      const exceedsShare = read > Math.max(FEW_ROWS, size * (call.share ?? USUAL_SHARE))
      if (size >= LARGE_TABLE_ROWS && (exceedsShare || node['Node Type'] === 'Seq Scan'))
        faults.push(`${call.name}: ${node['Node Type']} reads ${read} of ${size} rows of ${table}: ${text}`)
    }
  }
  return faults
}

async function tableSizes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; size: number }>(
    `select relname as name, reltuples::float8 as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, size }) => [name, size]))
}

function nodesOf(plan: PlanNode | undefined): PlanNode[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []
}

function rowsRead(node: PlanNode) {
  // A node that writes returns the rows of another one, which is listed too.
  if (node['Node Type'] === 'ModifyTable') return 0
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
}
