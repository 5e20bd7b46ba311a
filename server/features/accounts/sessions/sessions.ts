import type { SessionView } from '#contract/accounts/security-schemas.ts'
import { SESSIONS_LISTED } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { deleteOwnSession, deleteSessionsOf, findSessions } from './session-queries.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

/** Returns the sessions of a member, the most recently used first (ACC-19). */
export async function listSessions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer }: { viewer: Viewer },
): Promise<SessionView[]> {
  const rows = await findSessions(db, { userId: viewer.userId, now: clock.now(), limit: SESSIONS_LISTED })
  return rows.map(({ id, tokenHash, browser, system, createdAt, lastUsedAt }) => ({
    id,
    browser,
    system,
    startedAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: tokenHash.equals(viewer.sessionHash),
  }))
}

/**
 * Ends one session of a member and closes its sockets (ACC-11).
 * @throws AppError `request.not_found`: it has ended, or is another member's
 */
export async function endOneSession(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  { viewer, sessionId }: { viewer: Viewer; sessionId: string },
) {
  const sessionHash = await deleteOwnSession(db, { userId: viewer.userId, id: sessionId })
  if (!sessionHash) throw new AppError('request.not_found')
  realtime.closeSession(sessionHash)
}

/**
 * Ends the sessions of a member and closes their sockets, all but those with the hashes `except`; also
 * log-ins that wait for a code. Returns how many sessions ended.
 */
export async function endSessionsOf(
  { transaction, realtime }: Pick<Context, 'transaction' | 'realtime'>,
  { userId, except }: { userId: number; except: Buffer[] },
) {
  const hashes = await transaction((tx) => deleteSessionsOf(tx, { userId, except }))
  for (const hash of hashes) realtime.closeSession(hash)
  return hashes.length
}
