import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { productionEnvironment } from '#tests/support/programs/production.ts'
import {
  databasePid,
  freePort,
  isRunning,
  startProgram,
  waitForExit,
  type Program,
} from '#tests/support/programs/program.ts'

let dataDir: string
let origin: string
let environment: Record<string, string>
let running: Program | undefined

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  dataDir = await mkdtemp(join(tmpdir(), 'rendezvous-boot-'))
  environment = { DATA_DIR: dataDir, PORT: String(port), DEMO_MEMBERS: '10', LOG_LEVEL: 'warn', PUBLIC_URL: origin }
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function stop() {
  running?.kill('SIGTERM')
  await running?.ended
}

/** Starts the program as Node runs it, without the test runner's transformations. */
function start(command = [process.execPath, 'server/main.ts']) {
  running = startProgram(command, environment)
  return running
}

async function health() {
  const response = await fetch(`${origin}/health`)
  return response.status
}

describe('a start', () => {
  let program: Program
  beforeAll(async () => {
    program = start()
    await program.waitForOutput(`Ready on ${origin}`)
  })
  afterAll(stop)

  test('prints its address and the demo log-ins, answers, and logs nothing', async () => {
    await vi.waitFor(() => expect(program.stdout().match(/^Demo log-in: \S+@\S+ \/ \S+$/gm)).toHaveLength(3))
    expect(await health()).toBe(200)
    const page = await fetch(origin)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
    expect(program.stderr()).toBe('')
  })

  test('beside another one on the same data folder ends with a sentence', async () => {
    const second = startProgram([process.execPath, 'server/main.ts'], environment)
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toMatch(/^Rendezvous is already running on the data folder \S+\. .*\n$/)
    expect(await health()).toBe(200)
  })

  test('of a demo listens on the loopback interface only', async () => {
    const others = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
    )
    expect((await fetch(`http://127.0.0.1:${environment['PORT']}/health`)).status).toBe(200)
    for (const { address } of others) {
      await expect(fetch(`http://${address}:${environment['PORT']}/health`)).rejects.toThrow('fetch failed')
    }
  })

  test('ends with SIGTERM, the database included', async () => {
    const database = await databasePid(dataDir)
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(isRunning(database)).toBe(false)
    expect(program.stderr()).toBe('')
  })
})

test('after kill -9 the next start recovers by itself', async () => {
  onTestFinished(stop)
  const first = start()
  await first.waitForOutput('Ready on')
  const database = await databasePid(dataDir)
  first.kill('SIGKILL')
  await first.ended
  expect(isRunning(database)).toBe(true)

  const second = start()
  await second.waitForOutput('Ready on')
  expect(isRunning(database)).toBe(false)
  expect(await health()).toBe(200)
  expect(second.stderr()).toBe('')
})

test('SIGTERM to npm reaches the program', async () => {
  onTestFinished(stop)
  const program = start(['npm', 'start'])
  await program.waitForOutput('Ready on')
  const database = await databasePid(dataDir)
  program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  await waitForExit(database)
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
})

test('a wrong setting ends the start with a sentence', async () => {
  const program = startProgram([process.execPath, 'server/main.ts'], { ...environment, PORT: 'eighty' })
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toBe('PORT must be a whole number from 1 to 65535.\n')
})

test('production does not start on the data of a demo', async () => {
  const production = { DATA_DIR: dataDir, PORT: environment['PORT'] ?? '', ...productionEnvironment }
  const program = startProgram([process.execPath, 'server/main.ts'], production)
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toBe(
    `DATA_DIR ${dataDir} has the data of a demo. Production must start with a directory of its own.\n`,
  )
})
