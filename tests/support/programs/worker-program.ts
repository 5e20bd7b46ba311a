// A job worker that starts each `test.dead` job and never finishes it, for tests that kill it:
// `node worker-program.ts <connection string>`.
import { z } from 'zod'
import { defineJob, Jobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'

const { pool } = openDatabase({ connectionString: process.argv[2] ?? '' })
const jobs = new Jobs({ pool, log: createLog({ logLevel: 'warn' }) })
jobs.handle(defineJob('test.dead', z.unknown()), async () => {
  console.log('running')
  await new Promise(() => {})
})
await jobs.start()
