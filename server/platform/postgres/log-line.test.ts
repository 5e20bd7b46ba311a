import { expect, test, vi } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { logLine } from './log-line.ts'

test.each([
  ['LOG:  checkpoint starting: time', 'debug', 'checkpoint starting: time'],
  ['WARNING:  there is no transaction in progress', 'warn', 'there is no transaction in progress'],
  ['ERROR:  deadlock detected', 'warn', 'deadlock detected'],
  ['FATAL:  sorry, too many clients already', 'error', 'sorry, too many clients already'],
  ['PANIC:  could not write to file', 'fatal', 'could not write to file'],
  ['a line without a severity', 'debug', 'a line without a severity'],
  [
    'FATAL:  terminating autovacuum process due to administrator command',
    'debug',
    'terminating autovacuum process due to administrator command',
  ],
])('%s is logged as %s', (line, level, text) => {
  const log = {
    debug: vi.fn<Log['debug']>(),
    warn: vi.fn<Log['warn']>(),
    error: vi.fn<Log['error']>(),
    fatal: vi.fn<Log['fatal']>(),
  }
  logLine(line, log)
  const calls = Object.entries(log).flatMap(([name, { mock }]) => mock.calls.map((call) => [name, ...call]))
  expect(calls).toEqual([[level, { from: 'postgres' }, text]])
})
