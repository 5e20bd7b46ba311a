import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of `/proc`, which Linux fixes for programs. */
const TICKS = 100

interface ProcessTimes {
  parent: number
  /** Own CPU time and that of ended children. */
  seconds: number
}

/** Returns the CPU seconds so far of a process with all its children. Linux only: it reads `/proc`. */
export function cpuSeconds(pid: number) {
  return withChildren(pid).reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Returns the memory of a process with all its children that none of them shares with others, in bytes. */
export function residentBytes(pid: number) {
  return withChildren(pid).reduce((sum, { id }) => sum + ownBytes(id), 0)
}

function withChildren(pid: number) {
  const processes = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(name) : null
    if (times) processes.set(Number(name), times)
  }
  return [...processes].filter(([id]) => isWithin(id, pid, processes)).map(([id, { seconds }]) => ({ id, seconds }))
}

/** 0 for a process that has ended, whether or not its parent has waited for it. */
function ownBytes(pid: number) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function isWithin(id: number, pid: number, processes: Map<number, ProcessTimes>): boolean {
  if (id === pid) return true
  const parent = processes.get(id)?.parent
  return parent !== undefined && parent > 0 && isWithin(parent, pid, processes)
}

function readTimes(name: string): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name of the program, in brackets, may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
    return { parent: Number(fields[1]), seconds: (user + system + childUser + childSystem) / TICKS }
  } catch {
    return null
  }
}
