import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import type { MeasuredGroup } from '#server/platform/metrics.ts'
import { queueState } from './cases/case-list.ts'

/** What /metrics says of the queue: a case that waits for long is as bad as a failed job. */
export function moderationMetrics({ db, clock }: Pick<Context, 'db' | 'clock'>): MeasuredGroup {
  return {
    name: 'moderation_cases',
    help: 'Open cases of moderation by kind: how many, the age of the oldest, and the time that is left for the next with a clock, in seconds.',
    labelNames: ['kind', 'value'],
    async collect() {
      const now = clock.now().getTime()
      return (await queueState({ db })).flatMap(({ kind, n, oldest, due }) => [
        { labels: { kind, value: 'count' }, value: n },
        { labels: { kind, value: 'oldest_age_seconds' }, value: (now - oldest.getTime()) / SECOND },
        // Negative once it is late.
        ...(due ? [{ labels: { kind, value: 'time_left_seconds' }, value: (due.getTime() - now) / SECOND }] : []),
      ])
    },
  }
}
