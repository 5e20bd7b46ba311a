import { startSite } from '#tests/support/site/site.ts'
import type { Bench } from './support/bench.ts'
import { openBenchDatabase } from './support/database.ts'
import { measureRequests } from './support/http-client.ts'
import { SECRET } from './support/product.ts'
import { checkAnswers, chooseSamples, tenOfEach } from './support/searches.ts'

export const bench: Bench = {
  what: 'member search over HTTP, by the program with PROCESSES=auto',
  opponent: 'the same with PROCESSES=1',
  unit: 'searches',
  target: 1,
  needsBuild: true,
  defaults: { members: 20_000, clients: 16 },

  async prepare({ members, clients, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const samples = await chooseSamples(database, onProgress)
    const next = tenOfEach(samples)

    /** Starts the program with so many processes, and returns how to measure it. */
    async function startWith(processes: string) {
      const { origin, stop } = await startSite({
        demoMembers: 0,
        environment: {
          // The directory of the socket, which is in the query, comes before the host.
          DATABASE_URL: database.connectionString.replace('@/', '@localhost/'),
          APP_SECRET: SECRET,
          PROCESSES: processes,
          REQUESTS_PER_MINUTE: '1000000000',
          // Two programs on one database without Redis, which is measured one at a time, warn.
          LOG_LEVEL: 'error',
        },
      })
      onClose(stop)
      const port = Number(new URL(origin).port)
      await checkAnswers(port, samples)
      return (seconds: number) => measureRequests({ port, connections: clients, seconds, next })
    }
    return {
      opponent: await startWith('1'),
      product: await startWith('auto'),
      postgresVersion: database.version,
    }
  },
}
