import { searchStatement, type SearchShape } from '#server/features/search/member-query.ts'
import { parameterTypes } from '#server/features/search/parameters.ts'
import type { Bench } from './support/bench.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { measureRequests } from './support/http-client.ts'
import { openPgbench, withNames } from './support/pgbench.ts'
import { checkPlans } from './support/plans.ts'
import { startProduct } from './support/product.ts'
import { checkAnswers, chooseSamples, tenOfEach, type SearchSample } from './support/searches.ts'

export const bench: Bench = {
  what: 'member search over HTTP, 24 cards and the exact count, logged in, mixed filters',
  opponent: 'pgbench with the same SQL',
  unit: 'searches',
  target: 0.6,
  defaults: { members: 1_000_000, clients: 8 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    await checkPlans(database)
    const samples = await chooseSamples(database, onProgress)
    const shapes = await storeSamples(database, samples)
    const script = pgbenchScript({ shapes, count: samples.length })
    const pgbench = await openPgbench({ ...database, clients, script, onClose })
    const { port } = await startProduct(database, { withWeb: false, profileDir, onClose })
    await checkAnswers(port, samples)
    const next = tenOfEach(samples)
    return {
      opponent: (seconds) => pgbench(seconds),
      product: (seconds) => measureRequests({ port, connections: clients, seconds, next }),
      postgresVersion: database.version,
    }
  },
}

const names = Object.keys(parameterTypes) as (keyof typeof parameterTypes)[]

/**
 * Stores the parameter values as text for pgbench, which generates numbers only. Returns the statements that
 * the samples need.
 */
async function storeSamples({ admin }: BenchDatabase, samples: SearchSample[]) {
  const shapes = new Map<string, SearchShape>()
  const columns = names.map((name) => `"${name}" text not null`)
  await admin.query(`drop table if exists bench.searches`)
  await admin.query(`create table bench.searches (n int primary key, shape int not null, ${columns.join(', ')})`)
  for (const [n, { shape, values }] of samples.entries()) {
    const key = JSON.stringify(shape)
    if (!shapes.has(key)) shapes.set(key, shape)
    const row = [n, [...shapes.keys()].indexOf(key), ...names.map((name) => toText(values[name]))]
    await admin.query(`insert into bench.searches values (${row.map((_, index) => `$${index + 1}`).join(', ')})`, row)
  }
  await admin.query(`grant select on bench.searches to public`)
  await admin.query(`vacuum (analyze) bench.searches`)
  return [...shapes.values()]
}

function toText(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}

/** Returns the pgbench script. Clients repeat each search ten times: the query for values is negligible. */
function pgbenchScript({ shapes, count }: { shapes: SearchShape[]; count: number }) {
  const branches = shapes.map((shape, index) => {
    const statement = searchStatement(shape, 0)
    return [
      `${index === 0 ? '\\if' : '\\elif'} :shape = ${index}`,
      withNames(
        statement.text,
        statement.names.map((name) => `:${name}`),
      ),
    ]
  })
  const lines = [
    '\\set is_due :calls % 10 = 0',
    '\\set calls :calls + 1',
    '\\if :is_due',
    `\\set n random(0, ${count - 1})`,
    'select * from bench.searches where n = :n::int \\gset',
    '\\endif',
    ...branches.flat(),
    '\\endif',
  ]
  return `${lines.join('\n')}\n`
}
