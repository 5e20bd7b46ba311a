import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cpuSeconds, residentBytes } from './process-usage.ts'

describe.runIf(process.platform === 'linux')('the usage of a process', () => {
  test('is that of this one, and none of one that has ended', async () => {
    expect(residentBytes(process.pid)).toBeGreaterThan(0)
    expect(cpuSeconds(process.pid)).toBeGreaterThan(0)
    const ended = spawn('true', { stdio: 'ignore' })
    await once(ended, 'close')
    expect([cpuSeconds(ended.pid ?? 0), residentBytes(ended.pid ?? 0)]).toEqual([0, 0])
  })

  test('counts a child that has ended and was not waited for as no memory', async () => {
    // `sleep`, which replaces the shell, never waits for the shell's child.
    const parent = spawn('sh', ['-c', 'sleep 300 & echo $!; exec sleep 300'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    const { pid } = parent
    // As 0 it would be the group of the tests.
    if (!pid) throw new Error('The shell did not start.')
    onTestFinished(() => void process.kill(-pid, 'SIGKILL'))
    const [line] = await once(parent.stdout, 'data')
    const child = Number(line)
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/comm`, 'utf8')).toBe('sleep\n'), 30_000)
    process.kill(child, 'SIGKILL')
    await vi.waitFor(() => expect(readFileSync(`/proc/${child}/stat`, 'utf8')).toContain(') Z '), 30_000)
    expect(residentBytes(pid)).toBeGreaterThan(0)
  })
})
