import { VISIT_PAUSE_MS, VISITORS_PAGE_SIZE } from '#contract/limits.ts'
import type { VisitorCard } from '#contract/profiles/visit-schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { cardsByUser } from './views.ts'
import { insertVisit, visitsTo } from './visit-queries.ts'

/**
 * Records that a member opened a profile, once a day per pair: not of the own profile, of a blocked one, by a
 * paused member, and where invisible or privacy mode of either side prevents it.
 * @throws AppError `profiles.not_found`, `moderation.blocked`
 * Source: PRO-23.
 */
export async function addVisit(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, profileId }: { viewer: Viewer; profileId: string },
) {
  const { userId, isBlockedByMe } = await assertReachable({ db }, { viewerId: viewer.userId, profileId })
  if (userId === viewer.userId || isBlockedByMe || viewer.isPaused) return
  const at = clock.now()
  const pauseSince = new Date(at.getTime() - VISIT_PAUSE_MS)
  await insertVisit(db, { ownerId: userId, visitorId: viewer.userId, at, pauseSince })
}

/**
 * Lists one page of the members who opened the viewer's profile, latest first.
 * @throws AppError `request.invalid` (invalid cursor)
 */
export async function listVisitors(
  { db, clock, cursors }: Pick<Context, 'db' | 'clock'> & { cursors: Cursors },
  { viewer, after }: { viewer: Viewer; after: string | undefined },
) {
  const key = after === undefined ? null : cursors.open(after)
  const { page, last } = pageOf(
    await visitsTo(db, { ownerId: viewer.userId, after: key, limit: rowsFor(VISITORS_PAGE_SIZE) }),
    VISITORS_PAGE_SIZE,
  )
  const cards = await cardsByUser({ db, clock }, { viewer, userIds: page.map(({ visitorId }) => visitorId) })
  const results = page.flatMap(({ visitorId, visitedAt, isNew }): VisitorCard[] => {
    const card = cards.get(visitorId)
    return card ? [{ ...card, visitedAt: visitedAt.toISOString(), isNew }] : []
  })
  return { results, next: last ? cursors.seal({ at: last.visitedAt, id: last.visitorId }) : null }
}
