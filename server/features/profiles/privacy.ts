import type { Privacy } from '#contract/profiles/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { modesChanged } from './events.ts'
import { findPrivacy, savePrivacy } from './queries.ts'

/** Returns who may see a member, and whether explicit photos are covered for them. */
export async function privacyOf(db: Queryable, userId: number): Promise<Privacy> {
  const { isHiddenFromVisitors, ...modes } = await findPrivacy(db, { userId })
  return { ...modes, isVisibleToVisitors: !isHiddenFromVisitors }
}

/**
 * Changes who may see a member and what is covered for them; undefined fields stay. Triggers update what the
 * search shows, and partners fetch again what their pages show.
 * Source: PRO-18, PRO-19, PRO-20, CHAT-33.
 */
export async function changePrivacy(
  { db, transaction }: Pick<Context, 'db' | 'transaction'>,
  {
    viewer: { userId, isPaused },
    change,
  }: { viewer: Viewer; change: { [Key in keyof Privacy]?: Privacy[Key] | undefined } },
) {
  await transaction(async (tx) => {
    const before = await findPrivacy(tx, { userId, isLocked: true })
    const isInvisible = change.isInvisible ?? before.isInvisible
    const isPrivate = change.isPrivate ?? before.isPrivate
    const isHiddenFromVisitors = !(change.isVisibleToVisitors ?? !before.isHiddenFromVisitors)
    const coversExplicit = change.coversExplicit ?? before.coversExplicit
    await savePrivacy(tx, { userId, isInvisible, isPrivate, isHiddenFromVisitors, coversExplicit })
    if (!isPaused && (isInvisible !== before.isInvisible || isPrivate !== before.isPrivate))
      await emit(tx, modesChanged, { userId, isInvisibleChanged: isInvisible !== before.isInvisible })
  })
  return privacyOf(db, userId)
}
