import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { startBackground } from './start-background.ts'

/** Processes of the lowest priority start late while others keep the processors busy. */
const PATIENCE_MS = 4 * MINUTE

let directory: string
let stop: () => Promise<void>

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'background-'))
})
afterEach(async () => {
  await stop()
  await rm(directory, { recursive: true })
})

/** Starts a program as the one that creates demo members. Returns what it logs and sends. */
function start({ program, execPath, onWarn }: { program: string; execPath?: string; onWarn?: () => void }) {
  const [warnings, messages]: [unknown[], unknown[]] = [[], []]
  const aborting = new AbortController()
  const log = {
    warn: (details: unknown) => {
      warnings.push(details)
      onWarn?.()
    },
  }
  startBackground(
    {
      connectionString: directory,
      log,
      onProgress: (progress) => messages.push(progress),
      program,
      restartMs: 10,
      ...(execPath && { execPath }),
    },
    {
      signal: aborting.signal,
      onStop: (close) => {
        stop = () => {
          aborting.abort()
          return close()
        }
      },
    },
  )
  return { warnings, messages }
}

async function write(text: string) {
  const program = join(directory, 'program.mjs')
  await writeFile(program, text)
  return program
}

test('a process that was killed is followed by another one, until one succeeds', async () => {
  const program = await write(`import { existsSync, writeFileSync } from 'node:fs'
    const [, , directory] = process.argv
    const isSecond = existsSync(directory + '/started')
    writeFileSync(directory + '/started', '')
    if (!isSecond) process.kill(process.pid, 'SIGKILL')
    process.send('done', () => process.disconnect())`)
  const { warnings, messages } = start({ program })
  await expect.poll(() => messages, { timeout: PATIENCE_MS }).toEqual(['done'])
  expect(warnings).toEqual([{ code: null, signal: 'SIGKILL' }])
})

test('a process that cannot be started is tried again', async () => {
  const program = await write(`process.send('done', () => process.disconnect())`)
  const execPath = join(directory, 'node')
  const makeStartable = () => void symlink(process.execPath, execPath).catch(() => {})
  const { warnings, messages } = start({ program, execPath, onWarn: makeStartable })
  await expect.poll(() => messages, { timeout: PATIENCE_MS }).toEqual(['done'])
  expect(warnings[0]).toMatchObject({ err: { code: 'ENOENT' } })
})

test('a process whose priority cannot be lowered continues, without another one beside it', async () => {
  const program = await write(`setTimeout(() => {}, 5000); process.send('started')`)
  vi.spyOn(os, 'getPriority').mockReturnValue(0)
  const setPriority = vi.spyOn(os, 'setPriority').mockImplementation(() => {
    throw new Error('EACCES')
  })
  syncBuiltinESMExports()
  try {
    const { warnings, messages } = start({ program })
    await expect.poll(() => messages, { timeout: PATIENCE_MS }).toContain('started')
    expect(setPriority).toHaveBeenCalledOnce()
    expect(warnings).toEqual([])
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
})

test('no process is started after the stop', async () => {
  const program = await write(`setInterval(() => {}, 1000); process.send('started')`)
  const { warnings, messages } = start({ program })
  await expect.poll(() => messages, { timeout: PATIENCE_MS }).toEqual(['started'])
  await stop()
  expect(warnings).toEqual([])
})
