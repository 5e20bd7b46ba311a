import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendErasure, readErasures } from './erasure-log.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erasures-'))
})
afterAll(() => rm(folder, { recursive: true }))

const entry = (digit: string) => ({ erased: digit.repeat(64), at: '2026-01-01T00:00:00.000Z' })

test('a line that a crash has cut takes no other with it', async () => {
  const path = join(folder, 'log')
  await appendErasure(path, entry('a'))
  await appendFile(path, JSON.stringify(entry('b')).slice(0, 40))
  // The job of the cut line is repeated.
  for (const digit of ['b', 'c']) await appendErasure(path, entry(digit))
  expect(await readErasures(path)).toEqual(new Set(['a', 'b', 'c'].map((digit) => digit.repeat(64))))
})
