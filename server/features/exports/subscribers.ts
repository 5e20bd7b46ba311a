import { accountErased } from '#server/features/accounts/events.ts'
import type { Context } from '#server/platform/context.ts'
import { clearExportFile } from './jobs.ts'
import { exportsOf } from './queries.ts'

/** Rows of exports are deleted with the account by cascade; their files need a job. */
export function exportsSubscribers({ events, jobs }: Context) {
  events.within(accountErased, async (tx, { userId }) => {
    for (const exportId of await exportsOf(tx, userId)) {
      await jobs.remove(tx, { key: 'exportId', value: exportId })
      await jobs.enqueue(tx, clearExportFile, { exportId })
    }
  })
}
