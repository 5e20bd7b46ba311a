import { PHOTO_REQUESTS_PAGE_SIZE, PHOTO_REQUESTS_PER_DAY } from '#contract/limits.ts'
import type { PhotoRequest } from '#contract/profiles/photo-request-schemas.ts'
import type { PhotoRequestState } from '#contract/profiles/schemas.ts'
import { DAY } from '#contract/time.ts'
import { assertAgeAssured, assertNotPaused } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { lockPair } from '#server/features/moderation/lock-pair.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { photoRequestDecided, photosRequested } from '../events.ts'
import * as queries from './photo-request-queries.ts'
import { isRequestOpen, reachesOwner } from '../rules.ts'
import { markedCardsByUser } from '../views.ts'

/**
 * Asks a member for the photos on request. Asking again changes nothing while the request reads as open.
 * After that it reaches the owner again, unless they declined recently or the member has blocked them; the
 * member reads the same.
 * @throws AppError `profiles.not_found`, `moderation.blocked`, `profiles.photo_not_found` (none on request),
 *   `profiles.photo_request_limit` with `{limit}`, `accounts.paused`, `accounts.age_check_needed`
 * Source: PRO-17.
 */
export async function requestPhotos(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId }: { viewer: Viewer; profileId: string },
): Promise<PhotoRequestState> {
  assertNotPaused(viewer)
  assertAgeAssured(viewer)
  const { userId: ownerId, isBlockedByMe } = await assertReachable({ db }, { viewerId: viewer.userId, profileId })
  if (isBlockedByMe) return 'asked'
  const pair = { ownerId, memberId: viewer.userId }
  if (!(await queries.hasPhotosOnRequest(db, pair))) throw new AppError('profiles.photo_not_found')
  return transaction(async (tx) => {
    await lockPair(tx, { userId: viewer.userId, otherId: ownerId })
    return ask({ clock }, tx, pair)
  })
}

async function ask(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  pair: { ownerId: number; memberId: number },
): Promise<PhotoRequestState> {
  const at = clock.now()
  const since = new Date(at.getTime() - DAY)
  // The account before the profile, as a confirmation locks the two.
  const isConfirmed = await queries.lockConfirmed(tx, pair.memberId)
  const { count, isBlocked } = await queries.countRequestsSince(tx, { ...pair, since })
  // It may have been committed before the lock of the pair was taken.
  if (isBlocked) return 'asked'
  const stored = await queries.findRequest(tx, { ...pair, isLocked: true })
  if (stored?.state === 'granted') return 'granted'
  if (stored && isRequestOpen({ askedAt: stored.askedAt, now: at })) return 'asked'
  if (count >= PHOTO_REQUESTS_PER_DAY)
    throw new AppError('profiles.photo_request_limit', { params: { limit: PHOTO_REQUESTS_PER_DAY } })
  if (stored && !reachesOwner({ decidedAt: stored.decidedAt, now: at })) {
    await queries.saveAskedAt(tx, { ...pair, at })
    return 'asked'
  }
  await queries.saveRequest(tx, { ...pair, at })
  // Else with the confirmation.
  if (isConfirmed) await emit(tx, photosRequested, pair)
  return 'asked'
}

/**
 * Lists one page of the members who asked for the viewer's photos or may see them, newest first, without
 * blocked ones. One who paused, left or turned invisible is listed with a grant only, which can be withdrawn.
 * @throws AppError `request.invalid` (invalid cursor)
 */
export async function listPhotoRequests(
  { db, clock, cursors }: Pick<Context, 'db' | 'clock'> & { cursors: Cursors },
  { viewer, after }: { viewer: Viewer; after: string | undefined },
) {
  const key = after === undefined ? null : cursors.open(after)
  const limit = rowsFor(PHOTO_REQUESTS_PAGE_SIZE)
  const rows = await queries.findRequestsTo(db, { ownerId: viewer.userId, after: key, limit })
  const { page, last } = pageOf(rows, PHOTO_REQUESTS_PAGE_SIZE)
  const userIds = page.map(({ memberId }) => memberId)
  const cards = await markedCardsByUser({ db, clock }, { viewer, userIds })
  const requests = page.flatMap(({ memberId, state, askedAt }): PhotoRequest[] => {
    const entry = cards.get(memberId)
    if (!entry || (entry.isHidden && state === 'asked')) return []
    return [{ ...entry.card, isHidden: entry.isHidden, state, askedAt: askedAt.toISOString() }]
  })
  return { requests, next: last ? cursors.seal({ at: last.askedAt, id: last.memberId }) : null }
}

/**
 * Shows photos on request to a member who asked, or ends that, with effect at the next fetch of a photo. A
 * paused member, and one whose age must be confirmed, can only end it.
 * @throws AppError `profiles.photo_request_not_found`: this member has not asked; `accounts.paused`,
 *   `accounts.age_check_needed`
 * Source: PRO-17.
 */
export async function decidePhotoRequest(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId, isGranted }: { viewer: Viewer; profileId: string; isGranted: boolean },
) {
  if (isGranted) {
    assertNotPaused(viewer)
    assertAgeAssured(viewer)
  }
  const ownerId = viewer.userId
  const memberId = await queries.findRequester(db, { ownerId, profileId })
  if (memberId === null) throw new AppError('profiles.photo_request_not_found')
  await transaction(async (tx) => {
    const state = isGranted ? 'granted' : 'declined'
    await lockPair(tx, { userId: ownerId, otherId: memberId })
    // A block has ended the request, also one that was committed after the look above.
    if ((await queries.findRequester(tx, { ownerId, profileId })) === null) return
    const stored = await queries.findRequest(tx, { ownerId, memberId, isLocked: true })
    if (!stored || stored.state === state) return
    await queries.saveDecision(tx, { ownerId, memberId, state, at: clock.now() })
    // A declined request reads as an open one, which an event would tell apart.
    if (isGranted || stored.state === 'granted') await emit(tx, photoRequestDecided, { ownerId, memberId, isGranted })
  })
}
