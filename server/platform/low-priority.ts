import type { ChildProcess } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Makes a child process give way to requests. It keeps a priority that is lower already, which most accounts may not raise,
 * and runs at its own where the system rejects the change: a slower site is better than a child that its parent takes for dead.
 */
export function lowerPriority({ pid }: Pick<ChildProcess, 'pid'>) {
  const priority = constants.priority.PRIORITY_BELOW_NORMAL
  try {
    if (pid && getPriority() < priority) setPriority(pid, priority)
  } catch {
    // Nothing depends on it but speed.
  }
}
