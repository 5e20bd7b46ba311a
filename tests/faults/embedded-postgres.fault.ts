import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databasePid, isRunning, startProgram, waitForExit, type Program } from '#tests/support/programs/program.ts'

let dataDir: string
let programs: Program[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rendezvous-fault-'))
  programs = []
})

afterEach(async () => {
  for (const program of programs) program.kill('SIGTERM')
  await Promise.all(programs.map(({ ended }) => ended))
  await rm(dataDir, { recursive: true, force: true })
})

function start() {
  const program = startProgram([process.execPath, 'tests/support/programs/database-program.ts', dataDir])
  programs.push(program)
  return program
}

async function startAndConnect() {
  const program = start()
  const output = await program.waitForOutput('ready postgresql')
  const client = new pg.Client({ connectionString: /ready (\S+)/.exec(output)?.[1] })
  client.on('error', () => {})
  await client.connect()
  return { program, client }
}

/** Begins to insert 1, 2, 3 … until the connection breaks, and waits for some of them. */
async function startWriting(client: pg.Client) {
  await client.query('create table if not exists numbers (n int primary key)')
  let last = 0
  const run = async () => {
    try {
      for (;;) {
        await client.query('insert into numbers values ($1)', [last + 1])
        last += 1
      }
    } catch {
      return last
    }
  }
  /** Resolves with the last number that was acknowledged. */
  const writing = run()
  await vi.waitFor(() => expect(last).toBeGreaterThan(10))
  return { writing }
}

async function storedNumbers(client: pg.Client) {
  const { rows } = await client.query<{ count: string; max: number }>('select count(*), max(n) from numbers')
  return { count: Number(rows[0]?.count), max: rows[0]?.max ?? 0 }
}

test('after kill -9 of the program the next start stops the orphaned database and has all acknowledged rows', async () => {
  const first = await startAndConnect()
  const { writing } = await startWriting(first.client)
  const pid = await databasePid(dataDir)
  first.program.kill('SIGKILL')
  await first.program.ended
  expect(isRunning(pid)).toBe(true)

  const second = await startAndConnect()
  const acknowledged = await writing
  expect(second.program.stdout()).toContain('left behind')
  expect(isRunning(pid)).toBe(false)
  const { count, max } = await storedNumbers(second.client)
  expect(acknowledged).toBeGreaterThan(0)
  expect(count).toBe(max)
  expect(count).toBeGreaterThanOrEqual(acknowledged)
  await second.client.end()
})

test('after kill -9 of the program and its database the next start has all acknowledged rows', async () => {
  const first = await startAndConnect()
  const { writing } = await startWriting(first.client)
  const pid = await databasePid(dataDir)
  // In this order: the program would start its database again.
  first.program.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const acknowledged = await writing

  const second = await startAndConnect()
  const { count, max } = await storedNumbers(second.client)
  expect(acknowledged).toBeGreaterThan(0)
  expect(count).toBe(max)
  expect(count).toBeGreaterThanOrEqual(acknowledged)
  await second.client.end()
})

test('a killed database is restarted under the running program, at the same address', async () => {
  const { program, client } = await startAndConnect()
  const pid = await databasePid(dataDir)
  process.kill(pid, 'SIGKILL')
  await client.end().catch(() => {})
  while (!program.stderr().includes('database started again')) await sleep(20)

  const connectionString = /ready (\S+)/.exec(program.stdout())?.[1]
  const again = new pg.Client({ connectionString })
  await again.connect()
  expect(await databasePid(dataDir)).not.toBe(pid)
  await again.end()
})

test('a second start on the same data folder fails, also while the first one still creates its database', async () => {
  const first = start()
  await first.waitForOutput('Creating the database')
  const early = start()
  expect(await early.ended).toBe(1)
  expect(early.stdout()).toContain('already running on the data folder')

  await first.waitForOutput('ready postgresql')
  const late = start()
  expect(await late.ended).toBe(1)
  expect(late.stdout()).toContain('already running on the data folder')
})

test.each([50, 150, 300, 450])(
  'after kill -9 of a first start %i ms into creating its database the next start succeeds',
  async (ms) => {
    const first = start()
    await first.waitForOutput('Creating the database')
    await sleep(ms)
    first.kill('SIGKILL')
    await first.ended

    const second = start()
    await second.waitForOutput('ready postgresql')
    second.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  },
)

test('a pid file whose number belongs to another program by now is ignored', async () => {
  const first = start()
  await first.waitForOutput('ready postgresql')
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8')
  first.kill('SIGTERM')
  await first.ended

  // It runs under the database's account, because PostgreSQL ignores the processes of others.
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  const bystander = spawn('sleep', ['600'], { uid, gid })
  try {
    await writeFile(pidFile, content.replace(/^\d+/, String(bystander.pid)))
    await start().waitForOutput('ready postgresql')
    expect(bystander.exitCode).toBeNull()
  } finally {
    bystander.kill()
    await once(bystander, 'exit')
  }
})

test('a stop ends the database and removes its socket folder', async () => {
  const program = start()
  const output = await program.waitForOutput('ready postgresql')
  const pid = await databasePid(dataDir)
  const socketFolder = decodeURIComponent(/host=(\S+)/.exec(output)?.[1] ?? '')
  expect(await readdir(socketFolder)).toContain('.s.PGSQL.5432')
  program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  await waitForExit(pid)
  await expect(readdir(socketFolder)).rejects.toThrow('ENOENT')
})
