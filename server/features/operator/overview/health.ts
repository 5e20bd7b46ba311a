import { statfs } from 'node:fs/promises'
import {
  DISK_LOW_SHARE,
  JOBS_LATE_MS,
  OPERATOR_GROUPS_MAX,
  STUCK_PAYMENT_MS,
  STUCK_REFUND_MS,
} from '#contract/limits.ts'
import type { Health } from '#contract/operator/overview/schemas.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { failedJobs, queueState } from '#server/platform/jobs/queue-state.ts'
import manifest from '../../../../package.json' with { type: 'json' }
import { findChecks, findFailedMails, findMissingIndexes, findProblems } from './queries.ts'

/** A nightly check that is older did not run. */
const CHECK_LATE_MS = 2 * DAY

/** Returns what waits, what failed, and what needs an operator (OPER-16). */
export async function getHealth({ db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<Health> {
  const now = clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms)
  const [queue, failed, failedMails, problems, checks, missingIndexes, disk] = await Promise.all([
    queueState(db),
    failedJobs(db, OPERATOR_GROUPS_MAX),
    findFailedMails(db, { since: ago(DAY), limit: OPERATOR_GROUPS_MAX }),
    findProblems(db, {
      now: ago(0),
      openedBefore: ago(STUCK_PAYMENT_MS),
      requestedBefore: ago(STUCK_REFUND_MS),
      since: ago(DAY),
    }),
    findChecks(db, OPERATOR_GROUPS_MAX),
    findMissingIndexes(db, OPERATOR_GROUPS_MAX),
    statfs(config.dataDir),
  ])
  const { openCases, oldestCaseAt, nextDueAt, ...counts } = problems
  return {
    version: manifest.version,
    jobs: {
      count: queue.due,
      oldestAt: queue.oldestDueAt?.toISOString() ?? null,
      // Times of the queue are those of the database.
      isLate: queue.oldestDueMs !== null && queue.oldestDueMs > JOBS_LATE_MS,
    },
    failedJobs: failed.map(({ lastAt, ...job }) => ({ ...job, lastAt: lastAt.toISOString() })),
    failedMails,
    missingIndexes,
    ...counts,
    cases: { count: openCases, oldestAt: oldestCaseAt?.toISOString() ?? null },
    nextDueAt: nextDueAt?.toISOString() ?? null,
    disk: {
      freeBytes: disk.bavail * disk.bsize,
      totalBytes: disk.blocks * disk.bsize,
      isLow: disk.bavail < disk.blocks * DISK_LOW_SHARE,
    },
    checks: checks
      .map(({ name, found, repaired, finishedAt }) => ({
        name,
        unrepaired: found - repaired,
        isLate: finishedAt < ago(CHECK_LATE_MS),
        finishedAt: finishedAt.toISOString(),
      }))
      .filter(({ unrepaired, isLate }) => unrepaired > 0 || isLate),
  }
}
