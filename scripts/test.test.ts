import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

test.runIf(process.platform === 'linux')('a stop ends the tools of a step, and not only their shell', async () => {
  const tests = startProgram([process.execPath, 'scripts/test.mjs', 'boundaries'])
  let started: number[] = []
  // The shell, npm, the shell of npm, and the tool.
  await expect.poll(() => (started = descendantsOf(tests.pid)).length).toBeGreaterThanOrEqual(4)
  tests.kill('SIGTERM')
  expect(await tests.ended).toBe(143)
  expect(started.filter(isRunning)).toEqual([])
})
