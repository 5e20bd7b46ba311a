import { readFileSync } from 'node:fs'
import { SECOND } from '#contract/time.ts'

/** Linux counts in hundredths of a second for programs, whatever the kernel counts in (proc_pid_stat(5)). */
const TICK_MS = SECOND / 100

/** Returns the processor time that a process has used, in ms; null where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program can contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = [Number(fields[11]), Number(fields[12])]
    return (user + system) * TICK_MS
  } catch {
    // Has just ended.
    return null
  }
}
