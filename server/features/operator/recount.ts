import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** The nightly jobs that compare kept counts with their tables. */
const recounts = ['search.recount_members', 'chat.recount_unread', 'likes.recount', 'operator.recount_money'].map(
  (name) => defineJob(name, z.object({}), 'maintenance'),
)

/** Has the kept counts compared with the tables now, by the running program. Returns the jobs' names. */
export async function startRecounts({ db, jobs }: Pick<Context, 'db' | 'jobs'>) {
  for (const job of recounts) await jobs.enqueue(db, job, {})
  return recounts.map(({ name }) => name)
}
