import { REPORTS_PAGE_SIZE } from '#contract/limits.ts'
import type { OwnReport } from '#contract/moderation/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { outcomeOf } from './cases/decision-view.ts'
import { findParties } from './cases/party-queries.ts'
import { reportsBy } from './report-queries.ts'

/**
 * Lists one page of the reports that the viewer sent, latest first. The outcome says as much as the page of
 * the decision, and the name no more than the profile (MOD-33).
 * @throws AppError `request.invalid` (invalid cursor)
 */
export async function listReports(
  { db, cursors }: Pick<Context, 'db'> & { cursors: Cursors },
  { viewer: { userId }, after }: { viewer: Viewer; after: string | undefined },
): Promise<{ reports: OwnReport[]; next: string | null }> {
  const key = after === undefined ? null : cursors.open(after)
  const rows = await reportsBy(db, { userId, after: key, limit: rowsFor(REPORTS_PAGE_SIZE) })
  const { page, last } = pageOf(rows, REPORTS_PAGE_SIZE)
  const references = page.map(({ publicId }) => publicId)
  const outcomes = new Map(
    (await findParties(db, references)).map((party) => [party.reference, outcomeOf(party)] as const),
  )
  return {
    reports: page.map(({ publicId, createdAt, target, reason, name }) => ({
      id: publicId,
      createdAt: createdAt.toISOString(),
      target,
      reason,
      name,
      outcome: outcomes.get(publicId) ?? null,
    })),
    next: last ? cursors.seal({ at: last.createdAt, id: last.id }) : null,
  }
}
