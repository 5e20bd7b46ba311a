import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Viewer } from '#server/platform/http/routes.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isActive, isActiveText } from './fragments.ts'
import { toLanguage, type Attempts } from './rules.ts'

type SessionRow = Omit<Viewer, 'language'> & { language: string }

const viewerOfSession = prepared<SessionRow>(
  'viewer_of_session',
  `select u.id as user_id, p.public_id as profile_id, s.token_hash as session_hash,
    u.confirmed_at is not null as is_confirmed,
    b.premium_since is not null as is_premium,
    u.language
  from sessions s
  join users u on u.id = s.user_id
  join profiles p on p.user_id = s.user_id
  left join account_balances b on b.user_id = s.user_id
  where s.token_hash = $1 and s.expires_at > $2
    and ${isActiveText('u')}`,
)

/** Whose session it is, with all that every handler wants to know; null when it has ended or she may not be here. */
export async function findViewer(
  db: Queryable,
  { sessionHash, now }: { sessionHash: Buffer; now: Date },
): Promise<Viewer | null> {
  const [row] = await viewerOfSession(db, [sessionHash, now])
  return row ? { ...row, language: toLanguage(row.language) } : null
}

export interface AccountRow {
  email: string
  confirmedAt: Date | null
  createdAt: Date
  language: string
  notificationsDisabled: string[]
  profileId: string
  name: string
  country: CountryCode
  credits: number
  isPremium: boolean
  photoId: string | null
  photoStatus: 'active' | 'disabled'
  thumbhash: string
}

const account = prepared<AccountRow>(
  'account',
  `select u.email, u.confirmed_at, u.created_at, u.language, u.notifications_disabled,
    p.public_id as profile_id, p.name, p.country,
    coalesce(b.balance, 0) as credits,
    b.premium_since is not null as is_premium,
    ph.public_id as photo_id, ph.status as photo_status, ph.thumbhash
  from users u
  join profiles p on p.user_id = u.id
  left join account_balances b on b.user_id = u.id
  left join photos ph on ph.id = p.main_photo_id
  where u.id = $1`,
)

/** An account with what its owner sees of it on every page. */
export async function findAccount(db: Queryable, userId: number) {
  const [row] = await account(db, [userId])
  if (!row) throw new Error('an account without a profile')
  return row
}

export function findLogin(db: Queryable, key: string) {
  return db
    .selectFrom('users')
    .select(['id', 'passwordHash', 'createdAt', 'disabledAt', 'deletedAt'])
    .where('emailKey', '=', key)
    .executeTakeFirst()
}

export async function isEmailTaken(db: Queryable, key: string) {
  return (await db.selectFrom('users').select('id').where('emailKey', '=', key).executeTakeFirst()) !== undefined
}

interface NewUser {
  id: number
  siteId: number
  email: string
  emailKey: string
  passwordHash: string
  language: Language
  createdAt: Date
  confirmedAt: Date | null
}

/** False when the email has an account already; a sign-up with the same email that is under way is waited for. */
export async function insertUser(tx: Tx, user: NewUser) {
  const inserted = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function saveLanguage(db: Queryable, { userId, language }: { userId: number; language: Language }) {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

interface NewSession {
  tokenHash: Buffer
  userId: number
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(db: Queryable, session: NewSession) {
  await db.insertInto('sessions').values(session).execute()
}

export async function deleteSession(db: Queryable, tokenHash: Buffer) {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

interface NewLink extends NewSession {
  purpose: 'activation'
}

export async function insertLink(db: Queryable, link: NewLink) {
  await db.insertInto('oneTimeLinks').values(link).execute()
}

/** What an activation mail needs to know; locked, so that two requests at once do not both count too few. */
export function lockForMail(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.siteId', 'users.email', 'users.confirmedAt', 'profiles.name'])
    .where('users.id', '=', userId)
    .forUpdate('users')
    .executeTakeFirstOrThrow()
}

export async function countLinks(db: Queryable, { userId, since }: { userId: number; since: Date }) {
  const { n } = await db
    .selectFrom('oneTimeLinks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

/** A link with the account it is for, both locked until the transaction ends; nothing for accounts that have left. */
export function lockLink(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('oneTimeLinks')
    .innerJoin('users', 'users.id', 'oneTimeLinks.userId')
    .select(['oneTimeLinks.userId', 'oneTimeLinks.expiresAt', 'oneTimeLinks.usedAt'])
    .select(['users.siteId', 'users.confirmedAt'])
    .where('oneTimeLinks.tokenHash', '=', tokenHash)
    .where('oneTimeLinks.purpose', '=', 'activation')
    .where(isActive())
    .forUpdate()
    .executeTakeFirst()
}

export async function markUsed(tx: Tx, { tokenHash, at }: { tokenHash: Buffer; at: Date }) {
  await tx.updateTable('oneTimeLinks').set({ usedAt: at }).where('tokenHash', '=', tokenHash).execute()
}

export async function confirmUser(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx.updateTable('users').set({ confirmedAt: at }).where('id', '=', userId).execute()
}

/** What is known of the attempts under a key, kept from others until the transaction ends; null for a new key. */
export async function lockAttempts(tx: Tx, { key, now }: { key: Buffer; now: Date }): Promise<Attempts | null> {
  // One statement: a log-in that succeeds meanwhile takes the row away, and then it is made anew.
  const row = await tx
    .insertInto('loginFailures')
    .values({ key, failures: 0, updatedAt: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning(['failures', 'locks', 'lockedUntil', 'updatedAt'])
    .executeTakeFirstOrThrow()
  return row.failures === 0 && row.locks === 0 ? null : row
}

export async function saveAttempts(tx: Tx, { key, attempts }: { key: Buffer; attempts: Attempts }) {
  const { failures, locks, lockedUntil, updatedAt } = attempts
  await tx
    .updateTable('loginFailures')
    .set({ failures, locks, lockedUntil, updatedAt })
    .where('key', '=', key)
    .execute()
}

export async function forgetAttempts(db: Queryable, key: Buffer) {
  await db.deleteFrom('loginFailures').where('key', '=', key).execute()
}

/** Sessions and links that have ended, and attempts that no longer count. */
export async function deleteEnded(db: Queryable, { now, attemptsBefore }: { now: Date; attemptsBefore: Date }) {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('oneTimeLinks').where('expiresAt', '<=', now).execute()
  await db
    .deleteFrom('loginFailures')
    .where('updatedAt', '<', attemptsBefore)
    .where(({ eb }) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<', attemptsBefore)]))
    .execute()
}

interface Unconfirmed {
  createdBefore: Date
  /** Key of the last one seen. */
  after: number
  limit: number
}

/** Accounts that were never confirmed and never bought anything: who has paid is not removed unasked. */
export async function findUnconfirmed(db: Queryable, { createdBefore, after, limit }: Unconfirmed) {
  const rows = await unconfirmed(db, createdBefore)
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether it is still so; kept until the transaction ends. */
export async function lockUnconfirmed(tx: Tx, { userId, createdBefore }: { userId: number; createdBefore: Date }) {
  const row = await unconfirmed(tx, createdBefore).where('users.id', '=', userId).forUpdate('users').executeTakeFirst()
  return row !== undefined
}

function unconfirmed(db: Queryable, createdBefore: Date) {
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.confirmedAt', 'is', null)
    .where('users.createdAt', '<', createdBefore)
    .where(
      sql<boolean>`not exists (
        select from account_balances b
        where b.user_id = users.id
          and b.premium_since is not null
      )`,
    )
}

/** Sessions, links, profile and photos go with the account. */
export async function deleteUser(tx: Tx, userId: number) {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
