import type { CountryCode } from '#contract/countries.ts'
import type { LookingFor } from '#contract/profiles/profile-field-schemas.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isOpenText } from '#server/features/accounts/fragments.ts'

export interface ViewerRow {
  userId: number
  siteId: number
  profileId: string
  sessionHash: Buffer
  sessionExpiresAt: Date
  sessionUsedAt: Date
  isConfirmed: boolean
  isPremium: boolean
  isPaused: boolean
  isAgeAssured: boolean
  language: string
  lookingFor: LookingFor
  country: CountryCode
  birthDate: string
  cell: number | null
}

const viewerOfSession = prepared<ViewerRow>(
  'viewer_of_session',
  `select u.id as user_id, u.site_id, p.public_id as profile_id, s.token_hash as session_hash,
    s.expires_at as session_expires_at, s.last_used_at as session_used_at,
    u.confirmed_at is not null as is_confirmed,
    b.premium_since is not null as is_premium,
    u.paused_at is not null as is_paused,
    u.age_assured_at is not null as is_age_assured,
    u.language, p.looking_for, p.country, p.birth_date, p.cell
  from sessions s
  join users u on u.id = s.user_id
  join profiles p on p.user_id = s.user_id
  left join account_balances b on b.user_id = s.user_id
  where s.token_hash = $1 and s.expires_at > $2
    and ${isOpenText('u')}`,
)

/** Returns the member of a session; null when it has expired or the account is disabled or deleted. */
export async function findViewer(
  db: Queryable,
  { sessionHash, now }: { sessionHash: Buffer; now: Date },
): Promise<ViewerRow | null> {
  const [row] = await viewerOfSession(db, [sessionHash, now])
  return row ?? null
}

const liveSessions = prepared<{ tokenHash: Buffer }>(
  'live_sessions',
  `select s.token_hash
  from sessions s
  join users u on u.id = s.user_id
  where s.token_hash = any($1::bytea[]) and s.expires_at > $2
    and ${isOpenText('u')}`,
)

/** Returns the sessions that have not ended or expired and whose account is neither disabled nor deleted. */
export async function findLiveSessions(db: Queryable, { hashes, now }: { hashes: Buffer[]; now: Date }) {
  const rows = await liveSessions(db, [hashes, now])
  return rows.map(({ tokenHash }) => tokenHash)
}

interface NewSession {
  tokenHash: Buffer
  userId: number
  browser: string | null
  system: string | null
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

export async function insertSession(db: Queryable, session: NewSession) {
  await db.insertInto('sessions').values(session).execute()
}

/** Returns whether a session has not ended. */
export async function hasSession(tx: Tx, tokenHash: Buffer) {
  const row = await tx.selectFrom('sessions').select('tokenHash').where('tokenHash', '=', tokenHash).executeTakeFirst()
  return row !== undefined
}

export async function deleteSession(db: Queryable, tokenHash: Buffer) {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

/** Stores the last use of a session, once for concurrent requests: those that wait find it stored. */
export async function saveSessionUse(
  db: Queryable,
  { sessionHash, at, storedBefore }: { sessionHash: Buffer; at: Date; storedBefore: Date },
) {
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: at })
    .where('tokenHash', '=', sessionHash)
    .where('lastUsedAt', '<', storedBefore)
    .execute()
}

/** The sessions of a member that have not expired, the most recently used first. */
export function findSessions(db: Queryable, { userId, now, limit }: { userId: number; now: Date; limit: number }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'tokenHash', 'browser', 'system', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes a session of a member. Returns the hash of its token; undefined if there is none with this id. */
export async function deleteOwnSession(db: Queryable, { userId, id }: { userId: number; id: string }) {
  const row = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('tokenHash')
    .executeTakeFirst()
  return row?.tokenHash
}

/**
 * Deletes the sessions of a member, and the log-ins that wait for a code. Those of `except` stay. Returns the
 * hashes of the ended sessions' tokens.
 */
export async function deleteSessionsOf(tx: Tx, { userId, except }: { userId: number; except: Buffer[] }) {
  await tx.deleteFrom('loginSteps').where('userId', '=', userId).execute()
  const rows = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except.length > 0, (query) => query.where('tokenHash', 'not in', except))
    .returning('tokenHash')
    .execute()
  return rows.map(({ tokenHash }) => tokenHash)
}
