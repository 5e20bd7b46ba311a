import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'
import { resetIds } from '#server/platform/ids.ts'

// Runs before each file of tests. Files share the modules that they import, which are evaluated once per worker.

// Each file starts its clock again, with a database of its own.
resetIds()

// A file that replaces modules gets new ones, and so does the file after it.
if (/\bvi\.(?:doMock|mock)\(/.test(readFileSync(expect.getState().testPath ?? '', 'utf8'))) {
  vi.resetModules()
  afterAll(() => void vi.resetModules())
}
