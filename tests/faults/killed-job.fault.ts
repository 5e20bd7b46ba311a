import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { exportUrl } from '#contract/exports/export-url.ts'
import { requestExport } from '#contract/exports/calls.ts'
import { CASE_HOLD_DAYS, DELETION_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { eraseDeletedAccounts } from '#server/features/accounts/jobs.ts'
import { eraseHeld } from '#server/features/moderation/jobs.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { chatOn } from '#tests/support/chat.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { startProgram, type Program } from '#tests/support/programs/program.ts'
import { filesWith, heldTables, leaveTraces, storageKeysOf, tablesWith } from '#tests/support/audits/traces.ts'
import { filesOfZip } from '#tests/support/zip.ts'

let site: TestApp
const programs: Program[] = []

beforeEach(async () => {
  // The program that is killed has the system's clock.
  site = await startTestApp({
    environment: { LOG_LEVEL: 'silent' },
    clock: fixedClock(new Date().toISOString()),
  })
})
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.kill('SIGKILL')
    await program.ended
  }
  await site.close()
})

/** Starts a worker of the site in another process and kills it in the middle of a job. */
async function killWorkerIn(job: 'erasure' | 'export') {
  const program = startProgram(
    [process.execPath, 'tests/support/programs/halting-program.ts', job, site.connectionString],
    {
      DATA_DIR: site.context.config.dataDir,
      DEMO_MEMBERS: '0',
      LOG_LEVEL: 'warn',
    },
  )
  programs.push(program)
  await program.waitForOutput('halted')
  program.kill('SIGKILL')
  await program.ended
}

const WAIT = { interval: 200 }

const tracesAre = (tables: string[], texts: string[]) =>
  vi.waitFor(async () => expect(await tablesWith(site, texts)).toEqual(tables), WAIT)

const drafts = () => readdir(join(site.context.config.dataDir, 'photos', '.incoming'))

test('an erasure whose process is killed midway leaves the account complete, and the next worker erases all of it', async () => {
  const { context } = site
  const { member, texts } = await leaveTraces(site, { isConfirmed: true })
  const body = { reason: 'other' as const, remarks: 'Zebulina had enough', password: member.password }
  expect((await site.call(deleteAccount, { body }, member)).status).toBe(200)
  const deletedAt = new Date(site.clock.now().getTime() - (DELETION_DAYS + 1) * DAY)
  await context.db.updateTable('users').set({ deletedAt }).where('id', '=', member.userId).execute()
  const before = { tables: await tablesWith(site, texts), files: (await filesWith(site, texts)).length }
  await context.jobs.enqueue(context.db, eraseDeletedAccounts, {})

  await killWorkerIn('erasure')
  expect(await storageKeysOf(site, member)).toHaveLength(2)
  expect(await tablesWith(site, texts)).toEqual(expect.arrayContaining(before.tables.filter(isNotOfQueue)))
  expect(await filesWith(site, texts)).toHaveLength(before.files)

  await context.jobs.start()
  await tracesAre(['public.credit_ledger', ...heldTables], texts)
  site.clock.advance((CASE_HOLD_DAYS + 1) * DAY)
  await context.jobs.enqueue(context.db, eraseHeld, {})
  await tracesAre(['public.credit_ledger'], texts)
  await vi.waitFor(async () => expect(await filesWith(site, texts)).toEqual([]), WAIT)
})

test('an export whose process is killed midway is built by the next worker', async () => {
  const { context } = site
  const member = await chatOn(site).build({ photos: ['public'] })
  expect((await site.call(requestExport, {}, member)).status).toBe(200)

  await killWorkerIn('export')
  const exportRow = () =>
    context.db.selectFrom('dataExports').selectAll().where('userId', '=', member.userId).executeTakeFirstOrThrow()
  const { publicId, status } = await exportRow()
  expect(status).not.toBe('ready')
  // It is removed within two hours: storage.test.ts.
  expect(await drafts()).toHaveLength(1)

  await context.jobs.start()
  await vi.waitFor(async () => expect((await exportRow()).status).toBe('ready'))
  const { rawPayload, statusCode } = await site.app.inject({
    url: exportUrl(publicId),
    headers: { cookie: member.cookie },
  })
  expect(statusCode).toBe(200)
  expect([...filesOfZip(rawPayload).keys()]).toContain('account.json')
})

function isNotOfQueue(table: string) {
  return !table.startsWith('graphile_worker.')
}
