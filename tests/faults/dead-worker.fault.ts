import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { SECOND } from '#contract/time.ts'
import { defineJob, Jobs } from '#server/platform/jobs/jobs.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { startProgram, type Program } from '#tests/support/programs/program.ts'

const log = pino({ level: 'silent' })
const job = defineJob('test.dead', z.unknown())
let database: TestDatabase
let jobs: Jobs
let program: Program

beforeEach(async () => {
  database = await testDatabase()
  jobs = new Jobs({ pool: database.pool, log })
  await jobs.migrate()
  await jobs.enqueue(database.db, job, null)
  program = startProgram([process.execPath, 'tests/support/programs/worker-program.ts', database.connectionString])
  await program.waitForOutput('running')
})
afterEach(async () => {
  program.kill('SIGKILL')
  await program.ended
  await jobs.stop()
  await database.close()
})

test.each([0, 3 * SECOND])(
  'a job of a process that is killed %i ms after it has started it is run again by another',
  async (ms) => {
    const finished = vi.fn<() => void>()
    jobs.handle(job, async () => finished())
    await jobs.start()
    await wait(ms)
    expect(finished).not.toHaveBeenCalled()
    program.kill('SIGKILL')
    await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  },
)

function wait(ms: number) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
