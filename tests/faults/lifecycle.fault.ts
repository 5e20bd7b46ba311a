import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProgram } from '#tests/support/program.ts'

function start(way: string) {
  return startProgram([process.execPath, 'tests/support/lifecycle-program.ts', way])
}

async function started(way: string) {
  const program = start(way)
  await program.waitForOutput('started')
  return program
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s closes in the opposite order', async (signal) => {
  const program = await started('quick')
  program.kill(signal)
  expect(await program.ended).toBe(0)
  expect(program.stdout()).toBe('started\nstopping\nsecond closed\nfirst closing\nfirst closed\n')
})

test('a signal that npm passes on beside the terminal counts once', async () => {
  const program = await started('never')
  program.kill('SIGINT')
  program.kill('SIGINT')
  await program.waitForOutput('first closing')
  await sleep(300)
  expect(program.stdout()).not.toContain('at once')
  program.kill('SIGKILL')
  await program.ended
})

test('a second signal ends what does not close', async () => {
  const program = await started('never')
  program.kill('SIGINT')
  await program.waitForOutput('first closing')
  await sleep(1200)
  program.kill('SIGINT')
  expect(await program.ended).toBe(1)
  expect(program.stdout()).toContain('first ended at once')
})

test('ten seconds end what does not close', async () => {
  const program = await started('never')
  program.kill('SIGTERM')
  expect(await program.ended).toBe(1)
  expect(program.stdout()).toContain('first ended at once')
})

test('what fails to close does not keep the rest from closing', async () => {
  const program = await started('failing')
  program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.stdout()).toBe('started\nstopping\nError: it does not close\nfirst closing\nfirst closed\n')
})

test('a start that fails closes what it has opened and ends with 1', async () => {
  const program = start('broken')
  expect(await program.ended).toBe(1)
  expect(program.stdout()).toBe('Error: it does not start\nsecond closed\nfirst closing\nfirst closed\n')
})
