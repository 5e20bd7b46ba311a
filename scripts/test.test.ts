import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, startProgram } from '#tests/support/programs/program.ts'

/** Returns the processes that a process has started, and theirs, from top to bottom. */
function descendantsOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
  return children.flatMap((pid) => [pid, ...descendantsOf(pid)])
}

/** Undefined when the process has ended. */
function parentOf(pid: number) {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** Makes a project with these files whose checks and tests scripts/test.mjs runs. */
async function projectWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-project-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  for (const path of [
    'scripts/test.mjs',
    'scripts/test-reporter.ts',
    'scripts/changed-tests.ts',
    'tests/support/browser',
  ])
    await cp(path, join(folder, path), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

test.runIf(process.platform === 'linux')('a stop ends the tools of a step, and not only their shell', async () => {
  const tests = startProgram([process.execPath, 'scripts/test.mjs', 'boundaries'])
  onTestFinished(() => tests.kill('SIGTERM'))
  let started: number[] = []
  // The shell, npm, the shell of npm, and the tool.
  await expect.poll(() => (started = descendantsOf(tests.pid)).length).toBeGreaterThanOrEqual(4)
  tests.kill('SIGTERM')
  expect(await tests.ended).toBe(143)
  expect(started.filter(isRunning)).toEqual([])
})

test('the first failure is printed while its step runs, and what repeats it at the end', async () => {
  const folder = await projectWith({
    'package.json': JSON.stringify({ type: 'module' }),
    'vitest.config.ts': `export default {
      test: { projects: [{ test: { name: 'unit', include: ['*.test.ts'], testTimeout: 300_000 } }] },
    }`,
    // The second test ends once this test has read the failure of the first.
    'sums.test.ts': `
      import { existsSync } from 'node:fs'
      import { expect, test, vi } from 'vitest'
      test('a sum', () => expect(1 + 1).toBe(3))
      test('a wait', () => vi.waitFor(() => expect(existsSync('is-read')).toBe(true), { timeout: 300_000 }))`,
  })
  const tests = startProgram([process.execPath, join(folder, 'scripts/test.mjs'), 'unit'])
  onTestFinished(() => tests.kill('SIGTERM'))
  const early = await tests.waitForOutput('FAILED: sums.test.ts > a sum\n')
  expect(early).not.toContain('1 passed')
  await writeFile(join(folder, 'is-read'), '')
  expect(await tests.ended).toBe(1)
  expect(tests.stdout()).toContain('expected 2 to be 3')
  expect(tests.stdout().trimEnd().split('\n').slice(-3)).toEqual([
    'To repeat what has failed:',
    `  npx vitest run --project unit sums.test.ts -t '^a sum'`,
    '1 passed, 1 failed',
  ])
})

test('a check that fails fails the run, and the others still run', async () => {
  const scripts = { terms: 'echo "a banned word" && exit 3', 'format:check': 'node -p 0 > ran' }
  const folder = await projectWith({ 'package.json': JSON.stringify({ type: 'module', scripts }) })
  const tests = startProgram([process.execPath, join(folder, 'scripts/test.mjs'), 'terms', 'format'])
  expect(await tests.ended).toBe(1)
  expect(existsSync(join(folder, 'ran'))).toBe(true)
  expect(tests.stdout()).toContain('a banned word')
  expect(tests.stdout().trimEnd().split('\n').slice(-3)).toEqual([
    'To repeat what has failed:',
    '  npm run terms',
    '1 passed, 1 failed',
  ])
})
