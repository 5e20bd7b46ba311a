import { BLOCKS_PAGE_SIZE } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { profileBlocked, profileUnblocked } from './events.ts'
import { lockAccounts, lockPair } from './lock-pair.ts'
import { blockedBy, deleteBlock, findKnownMember, findMember, insertBlock } from './queries.ts'

export interface ReachableMember {
  userId: number
  name: string
  /** The viewer blocked this member, and may still open the profile to unblock them. */
  isBlockedByMe: boolean
}

/**
 * Finds the member with a public id and checks that the viewer may contact them.
 * @throws AppError `profiles.not_found` (unknown, deleted or disabled), `moderation.blocked` (MOD-2)
 */
export async function assertReachable(
  { db }: Pick<Context, 'db'>,
  { viewerId, profileId }: { viewerId: number | null; profileId: string },
): Promise<ReachableMember> {
  const member = await findMember({ db }, { viewerId, profileId })
  if (!member) throw new AppError('profiles.not_found')
  if (member.byThemAt) throw new AppError('moderation.blocked', { params: { name: member.name } })
  return { userId: member.userId, name: member.name, isBlockedByMe: member.byMeAt !== null }
}

/**
 * Blocks a member, also one who has blocked the viewer. A second block changes nothing.
 * @throws AppError `profiles.not_found`, `moderation.self`
 */
export async function blockProfile(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId }: { viewer: Viewer; profileId: string },
) {
  const pair = await pairOf({ db }, { viewer, profileId })
  await transaction((tx) => blockInTransaction({ tx, clock }, pair))
}

/**
 * Blocks a member in the transaction of the caller.
 * @throws AppError `profiles.not_found` (one of the two was erased meanwhile, with all blocks of the account)
 */
export async function blockInTransaction(
  { tx, clock }: { tx: Tx } & Pick<Context, 'clock'>,
  pair: { userId: number; otherId: number },
) {
  await lockPair(tx, pair)
  if (!(await lockAccounts(tx, pair))) throw new AppError('profiles.not_found')
  const isNew = await insertBlock(tx, { ...pair, at: clock.now() })
  if (isNew) await emit(tx, profileBlocked, pair)
}

/**
 * Removes the viewer's own block; a block by the other member stays.
 * @throws AppError `profiles.not_found`, `moderation.self`
 */
export async function unblockProfile(
  { db, transaction }: Pick<Context, 'db' | 'transaction'>,
  { viewer, profileId }: { viewer: Viewer; profileId: string },
) {
  const pair = await pairOf({ db }, { viewer, profileId })
  await transaction(async (tx) => {
    await lockPair(tx, pair)
    const isLifted = await deleteBlock(tx, pair)
    if (isLifted) await emit(tx, profileUnblocked, pair)
  })
}

/**
 * Lists one page of the members that the viewer has blocked, latest first (MOD-4).
 * @throws AppError `request.invalid` (invalid cursor)
 */
export async function listBlocks(
  { db, cursors }: Pick<Context, 'db'> & { cursors: Cursors },
  { viewer: { userId }, after }: { viewer: Viewer; after: string | undefined },
) {
  const key = after === undefined ? null : cursors.open(after)
  const { page, last } = pageOf(
    await blockedBy({ db }, { userId, after: key, limit: rowsFor(BLOCKS_PAGE_SIZE) }),
    BLOCKS_PAGE_SIZE,
  )
  return {
    profiles: page.map(({ publicId, name, gender, at }) => ({
      id: publicId,
      name,
      gender,
      blockedAt: at.toISOString(),
    })),
    next: last ? cursors.seal({ at: last.at, id: last.otherId }) : null,
  }
}

async function pairOf({ db }: Pick<Context, 'db'>, { viewer, profileId }: { viewer: Viewer; profileId: string }) {
  const member = await findKnownMember(db, { viewerId: viewer.userId, profileId })
  if (!member) throw new AppError('profiles.not_found')
  if (member.userId === viewer.userId) throw new AppError('moderation.self')
  return { userId: viewer.userId, otherId: member.userId }
}
