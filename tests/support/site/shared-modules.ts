import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import { resetIds } from '#server/platform/ids.ts'

// Runs before each test file. Files share imported modules, which are evaluated once per worker.

// Each file starts its clock again, with a database of its own.
resetIds()

const { testPath = '' } = expect.getState()
// Modules of the web app hold the state of one page: its store, what its connection knows.
if (testPath.includes(`${sep}web${sep}`)) vi.resetModules()
// A file that replaces modules gets new ones, and so does the file after it.
if (/\bvi\.(?:doMock|mock)\(/.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules()
  afterAll(() => void vi.resetModules())
}
