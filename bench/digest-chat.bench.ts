import { SECOND } from '#contract/time.ts'
import type { Bench } from './support/bench.ts'
import { openProductLine } from './support/chat-lines.ts'
import { openLoop } from './support/chat-load.ts'
import { choosePairs, startConversations } from './support/chat-pairs.ts'
import { openBenchDatabase } from './support/database.ts'
import { digestEnvironment, fillMembers, makeDue } from './support/digests.ts'
import { startProduct } from './support/product.ts'

/** Messages per second. */
const RATE = 500
/** How much the p99 of delivery may rise while mails are sent. */
const MOST_P99_RATIO = 1.2

export const bench: Bench = {
  what: `99th percentile of delivery at ${RATE} messages per second, while the same process sends weekly mails`,
  opponent: 'the same without mails',
  unit: 'times the 99th percentile',
  target: 1 / MOST_P99_RATIO,
  defaults: { members: 20_000, clients: 64, seconds: 10 },

  async prepare({ members, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    await fillMembers(database)
    const pairs = await choosePairs(database)
    const product = await startProduct(database, {
      withWeb: false,
      environment: digestEnvironment,
      profileDir,
      onClose,
    })
    await startConversations({ port: product.port, pairs })
    const line = await openProductLine({ ...product, pairs, onClose })

    /** Returns how often the 99th percentile fits into a second: more is faster. */
    async function measure(seconds: number) {
      const { p99 } = await openLoop(line, { rate: RATE, seconds })
      return SECOND / p99
    }
    return {
      // Each side begins after the same writes, so that what these leave to the database counts for both.
      async opponent(seconds) {
        await makeDue(database)
        return measure(seconds)
      },
      async product(seconds) {
        await makeDue(database)
        const [speed, sent] = await Promise.all([measure(seconds), product.ask({ digestSeconds: seconds })])
        console.log(`  meanwhile ${JSON.stringify(sent)}`)
        return speed
      },
      postgresVersion: database.version,
    }
  },
}
