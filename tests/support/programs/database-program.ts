// A program with only a database, for tests that kill it: `node database-program.ts <data folder>`.
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { run } from '#server/platform/lifecycle.ts'
import { createLog } from '#server/platform/log.ts'

run({
  async start({ onStop, signal }) {
    const dataDir = process.argv[2] ?? ''
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: createLog({ logLevel: 'warn' }),
      print: console.log,
      signal,
    })
    onStop(postgres.stop, postgres.kill)
    console.log(`ready ${postgres.connectionString}`)
  },
  onError: (error) => console.log(String(error)),
  onStopping: () => {},
})
