import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { LookingFor } from '#contract/profile-fields.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { CONSENT_VERSION } from '#contract/consents.ts'
import { isOpen, isOpenText } from './fragments.ts'

export interface ViewerRow {
  userId: number
  profileId: string
  sessionHash: Buffer
  sessionExpiresAt: Date
  sessionUsedAt: Date
  isConfirmed: boolean
  isPremium: boolean
  isPaused: boolean
  language: string
  lookingFor: LookingFor
  country: CountryCode
  birthDate: string
  cell: number | null
}

const viewerOfSession = prepared<ViewerRow>(
  'viewer_of_session',
  `select u.id as user_id, p.public_id as profile_id, s.token_hash as session_hash,
    s.expires_at as session_expires_at, s.last_used_at as session_used_at,
    u.confirmed_at is not null as is_confirmed,
    b.premium_since is not null as is_premium,
    u.paused_at is not null as is_paused,
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

/** Returns those sessions that have not ended or expired and whose account is neither disabled nor deleted. */
export async function findLiveSessions(db: Queryable, { hashes, now }: { hashes: Buffer[]; now: Date }) {
  const rows = await liveSessions(db, [hashes, now])
  return rows.map(({ tokenHash }) => tokenHash)
}

export interface AccountRow {
  email: string
  confirmedAt: Date | null
  /** The new address of a change that waits for its link. */
  pendingEmail: string | null
  createdAt: Date
  language: string
  notificationsDisabled: string[]
  isPaused: boolean
  profileId: string
  name: string
  country: CountryCode
  credits: number
  isPremium: boolean
  photoId: string | null
  photoStatus: 'active' | 'disabled'
  preview: string
  hasConsented: boolean
}

const account = prepared<AccountRow>(
  'account',
  `select u.email, u.confirmed_at, u.created_at, u.language, u.notifications_disabled,
    u.paused_at is not null as is_paused,
    (select m.new_email from mail_changes m
      where m.user_id = u.id and m.completed_at is null and m.cancelled_at is null limit 1) as pending_email,
    p.public_id as profile_id, p.name, p.country,
    coalesce(b.balance, 0) as credits,
    b.premium_since is not null as is_premium,
    ph.public_id as photo_id, case ph.status when 'active' then 'active' else 'disabled' end as photo_status, ph.preview,
    exists (select from consents c where c.user_id = u.id and c.kind = 'membership' and c.version = $2) as has_consented
  from users u
  join profiles p on p.user_id = u.id
  left join account_balances b on b.user_id = u.id
  left join photos ph on ph.id = p.main_photo_id
  where u.id = $1`,
)

/** Returns what the owner of an account sees of it on every page. */
export async function findAccount(db: Queryable, userId: number) {
  const [row] = await account(db, [userId, CONSENT_VERSION])
  if (!row) throw new Error('an account without a profile')
  return row
}

export function findLogin(db: Queryable, key: string) {
  return db
    .selectFrom('users')
    .select(['id', 'emailKey', 'passwordHash', 'createdAt', 'disabledAt', 'deletedAt'])
    .where('emailKey', '=', key)
    .executeTakeFirst()
}

export function findLoginById(db: Queryable, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'passwordHash', 'createdAt', 'confirmedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Returns what confirms a logged-in member, and what a new password must not contain. */
export function findCredentials(db: Queryable, userId: number) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.email', 'users.passwordHash', 'profiles.name'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Replaces a password. Returns false when it is another one by now. */
export async function replacePassword(tx: Tx, { userId, from, to }: { userId: number; from: string; to: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface NewUser {
  id: number
  siteId: number
  email: string
  emailKey: string
  passwordHash: string
  language: LanguageCode
  createdAt: Date
  confirmedAt: Date | null
}

/** Returns false when the email has an account already. Waits for a concurrent sign-up with the same email. */
export async function insertUser(tx: Tx, user: NewUser) {
  const inserted = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

interface NewConsent {
  userId: number
  kind: string
  version: string
  language: LanguageCode
  givenAt: Date
}

export async function insertConsent(db: Queryable, consent: NewConsent) {
  await db
    .insertInto('consents')
    .values(consent)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function saveLanguage(db: Queryable, { userId, language }: { userId: number; language: LanguageCode }) {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
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

export async function deleteSession(db: Queryable, tokenHash: Buffer) {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

export async function deleteDevices(tx: Tx, userId: number) {
  await tx.deleteFrom('devices').where('userId', '=', userId).execute()
}

export async function savePassword(tx: Tx, { userId, passwordHash }: { userId: number; passwordHash: string }) {
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
}

/** Locks an account, so that concurrent requests for a mail count each other. */
export function lockForRequest(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select(['email', 'confirmedAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

interface MailRequest {
  userId: number
  template: 'activation' | 'addressTaken' | 'deletion'
}

export async function insertMailRequest(tx: Tx, request: MailRequest & { requestedAt: Date }) {
  await tx.insertInto('mailRequests').values(request).execute()
}

/** Returns the times of the requests since then, oldest first. */
export async function recentMailRequests(tx: Tx, { userId, template, since }: MailRequest & { since: Date }) {
  const rows = await tx
    .selectFrom('mailRequests')
    .select('requestedAt')
    .where('userId', '=', userId)
    .where('template', '=', template)
    .where('requestedAt', '>', since)
    .orderBy('requestedAt')
    .execute()
  return rows.map(({ requestedAt }) => requestedAt)
}

/**
 * Returns the data of a mail to a member, and prevents until the transaction ends that the account is deleted; undefined
 * when it is disabled or deleted.
 */
export function lockRecipient(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.siteId', 'users.email', 'users.language', 'profiles.name', 'profiles.country'])
    .where('users.id', '=', userId)
    .where(isOpen())
    .$narrowType<{ country: CountryCode }>()
    .forKeyShare('users')
    .executeTakeFirst()
}

export async function confirmUser(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx.updateTable('users').set({ confirmedAt: at }).where('id', '=', userId).execute()
}

interface Ended {
  now: Date
  requestsBefore: Date
  devicesBefore: Date
  mailChangesBefore: Date
  eventsBefore: Date
}

/**
 * Deletes expired sessions, links, log-ins without a code, challenges of passkeys and counts of log-ins, unused devices,
 * old changes of addresses, and requests for mails and events that no longer count.
 */
export async function deleteEnded(
  db: Queryable,
  { now, requestsBefore, devicesBefore, mailChangesBefore, eventsBefore }: Ended,
) {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('oneTimeLinks').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('loginSteps').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('securityEvents').where('happenedAt', '<=', eventsBefore).execute()
  await db.deleteFrom('mailRequests').where('requestedAt', '<=', requestsBefore).execute()
  await db.deleteFrom('devices').where('usedAt', '<=', devicesBefore).execute()
  await db.deleteFrom('mailChanges').where('requestedAt', '<=', mailChangesBefore).execute()
  await db.deleteFrom('loginLimits').where('expire', '<=', now.getTime()).execute()
}

interface Unconfirmed {
  createdBefore: Date
  /** A pending order that is older no longer prevents the removal. */
  orderedBefore: Date
}

interface UnconfirmedBatch extends Unconfirmed {
  /** Key of the last account of the batch before. */
  after: number
  limit: number
}

/** Finds accounts that were never confirmed. Those that bought something, or may have, are left out (ACC-7). */
export async function findUnconfirmed(db: Queryable, { after, limit, ...input }: UnconfirmedBatch) {
  const rows = await unconfirmed(db, input).where('users.id', '>', after).orderBy('users.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks an account until the transaction ends. Returns whether it is still unconfirmed. The condition is a statement of
 * its own, because one that waits for the lock would not find an order that was committed meanwhile.
 */
export async function lockUnconfirmed(tx: Tx, { userId, ...input }: Unconfirmed & { userId: number }) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const row = await unconfirmed(tx, input).where('users.id', '=', userId).executeTakeFirst()
  return row !== undefined
}

function unconfirmed(db: Queryable, { createdBefore, orderedBefore }: Unconfirmed) {
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
    .where(
      sql<boolean>`not exists (
        select from orders o
        where o.user_id = users.id
          and (o.completed_at is not null or (o.status = 'pending' and o.created_at >= ${orderedBefore}))
      )`,
    )
}

/** Deletes an account; sessions, links, profile and photos are deleted by cascade. */
export async function deleteUser(tx: Tx, userId: number) {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
