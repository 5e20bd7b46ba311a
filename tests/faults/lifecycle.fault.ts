import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProgram } from '#tests/support/programs/program.ts'

function start(mode: string) {
  return startProgram([process.execPath, 'tests/support/programs/lifecycle-program.ts', mode])
}

async function started(mode: string) {
  const program = start(mode)
  await program.waitForOutput('started')
  return program
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s closes in the opposite order', async (signal) => {
  const program = await started('quick')
  program.kill(signal)
  expect(await program.ended).toBe(0)
  expect(program.stdout()).toBe('started\nstopping\nsecond closed\nfirst closing\nfirst closed\n')
})

test('a signal that comes from the terminal and again through npm counts once', async () => {
  const program = await started('never')
  program.kill('SIGINT')
  program.kill('SIGINT')
  await program.waitForOutput('first closing')
  await sleep(300)
  expect(program.stdout()).not.toContain('at once')
  program.kill('SIGKILL')
  await program.ended
})

test('a second signal ends a program that does not close', async () => {
  const program = await started('never')
  program.kill('SIGINT')
  await program.waitForOutput('first closing')
  await sleep(1200)
  program.kill('SIGINT')
  expect(await program.ended).toBe(1)
  expect(program.stdout()).toContain('first ended at once')
})

test('a program that does not close is ended after ten seconds', async () => {
  const program = await started('never')
  program.kill('SIGTERM')
  expect(await program.ended).toBe(1)
  expect(program.stdout()).toContain('first ended at once')
})

test('a resource that fails to close does not keep the others open', async () => {
  const program = await started('failing')
  program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.stdout()).toBe('started\nstopping\nError: it does not close\nfirst closing\nfirst closed\n')
})

test('a start that fails closes the opened resources and ends with 1', async () => {
  const program = start('broken')
  expect(await program.ended).toBe(1)
  expect(program.stdout()).toBe('Error: it does not start\nsecond closed\nfirst closing\nfirst closed\n')
})
