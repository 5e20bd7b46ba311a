import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

let folder: string
let working: string
let broken: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-'))
  working = await program('working', 'echo Chromium 153.0')
  broken = await program('broken', 'echo "please install the snap" >&2; exit 1')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the first browser that starts is used, and the sources after it are not asked', async () => {
  const browser = await findChromium([() => null, fixed(broken), fixed(working), unreachable], undefined)
  expect(browser.executablePath).toBe(working)
})

test('a browser named by CHROMIUM goes before all others', async () => {
  expect((await findChromium([unreachable], working)).executablePath).toBe(working)
})

test('a browser named by CHROMIUM that does not start is an error, not a reason to use another', async () => {
  await expect(findChromium([fixed(working)], broken)).rejects.toThrow(
    `CHROMIUM is set to ${broken}, which is not a browser that starts.`,
  )
})

test('without any browser the error is one sentence', async () => {
  await expect(findChromium([() => null, fixed(broken)], undefined)).rejects.toThrow(
    /^The browser tests need a Chromium and none was found or could be installed: [^.]+\.$/,
  )
})

function fixed(executablePath: string) {
  return () => ({ executablePath })
}

function unreachable(): never {
  throw new Error('asked although a browser was found before')
}

async function program(name: string, script: string) {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}
