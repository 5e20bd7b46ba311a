import { getExport } from '#contract/exports.ts'
import { SECOND } from '#contract/time.ts'
import { apiQuery } from '#web/api/queries.ts'

/** How often the progress of an export is fetched. */
const PROGRESS_MS = 2 * SECOND

/** Query of the latest export of the member's data. Fetched again while it is built. */
export const exportQuery = () => apiQuery(getExport, {})

/** For `refetchInterval`. */
export function progressInterval({
  state: { data },
}: {
  state: { data?: { export: { status: string } | null } | undefined }
}) {
  return data?.export?.status === 'waiting' ? PROGRESS_MS : false
}
