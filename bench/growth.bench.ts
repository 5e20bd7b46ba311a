import type { Bench, Options } from './support/bench.ts'
import { openBenchDatabase } from './support/database.ts'
import { measureRequests } from './support/http-client.ts'
import { startProduct } from './support/product.ts'
import { checkAnswers, chooseSamples, tenOfEach } from './support/searches.ts'

/** Members in the small database. */
const FEW = 10_000

export const bench: Bench = {
  what: 'member search over HTTP with many members',
  opponent: 'the same search with 10,000 members',
  unit: 'searches',
  // A search may cost 1.3 times as much.
  target: 1 / 1.3,
  defaults: { members: 1_000_000, clients: 8 },

  async prepare(options) {
    const few = await openSearches(options, FEW)
    const many = await openSearches(options, options.members)
    return { opponent: few.measure, product: many.measure, postgresVersion: many.version }
  },
}

/** Starts a database and the product on it. Only one of the two does something at any time. */
async function openSearches({ clients, onProgress, onClose }: Options, members: number) {
  const database = await openBenchDatabase({ members, onProgress, onClose })
  const samples = await chooseSamples(database, onProgress)
  const { port } = await startProduct(database, { withWeb: false, profileDir: undefined, onClose })
  await checkAnswers(port, samples)
  const next = tenOfEach(samples)
  return {
    measure: (seconds: number) => measureRequests({ port, connections: clients, seconds, next }),
    version: database.version,
  }
}
