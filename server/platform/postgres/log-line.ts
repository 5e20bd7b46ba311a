import type { Log } from '#server/platform/log.ts'

const levels = { LOG: 'debug', WARNING: 'warn', ERROR: 'warn', FATAL: 'error', PANIC: 'fatal' } as const

/** Writes a line of PostgreSQL's output to the log, with the level that fits its severity. */
export function logLine(line: string, log: Pick<Log, (typeof levels)[keyof typeof levels]>) {
  const [, severity = '', text = line] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? []
  // A stop ends the database's own processes, such as autovacuum, with this line; it is no fault.
  const isStop = text.endsWith('due to administrator command')
  const level = (!isStop && Object.entries(levels).find(([name]) => name === severity)?.[1]) || 'debug'
  log[level]({ from: 'postgres' }, text)
}
