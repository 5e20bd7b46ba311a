import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { deleteOldSwipes } from './queries.ts'
import { swipedSince } from './swipe.ts'

/** Deletes swipes that no longer hide anyone (GAME-2). Runs every night. */
export const clearSwipes = defineJob('games.clear_swipes', z.unknown(), 'maintenance')

export function gamesJobs({ jobs, database, clock }: Context) {
  jobs.handle(clearSwipes, () =>
    database.runLong((long) => deleteOldSwipes(long, { before: swipedSince(clock.now()) })),
  )
  jobs.cron(clearSwipes, '40 3 * * *')
}
