import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import type { MeasuredGroup } from '#server/platform/metrics.ts'
import { photosToReview } from './review-queue.ts'

/** What /metrics says of the photo review: until then no one sees the photo. */
export function profilesMetrics({ db, clock }: Pick<Context, 'db' | 'clock'>): MeasuredGroup {
  return {
    name: 'photos_to_review',
    help: 'Photos that wait for review: how many, and the age of the oldest in seconds.',
    labelNames: ['value'],
    async collect() {
      const { count, oldest } = await photosToReview({ db })
      const ageMs = oldest === null ? 0 : clock.now().getTime() - oldest.getTime()
      return [
        { labels: { value: 'count' }, value: count },
        { labels: { value: 'oldest_age_seconds' }, value: ageMs / SECOND },
      ]
    },
  }
}
