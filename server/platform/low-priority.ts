import type { ChildProcess } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Makes a child process give way to requests. A lower priority stays, which most accounts may not raise.
 * Where the system rejects the change it is ignored: better a slower site than a child taken for dead.
 */
export function lowerPriority({ pid }: Pick<ChildProcess, 'pid'>) {
  const priority = constants.priority.PRIORITY_BELOW_NORMAL
  try {
    if (pid && getPriority() < priority) setPriority(pid, priority)
  } catch {
    // Nothing depends on it but speed.
  }
}
