import type { CountryCode } from '#contract/countries.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isOpen } from './fragments.ts'
import { memberPasskeys } from './second-factor/member-passkey-queries.ts'

export interface AccountRow {
  email: string
  confirmedAt: Date | null
  /** The new address of a change that waits for its link. */
  pendingEmail: string | null
  /** When the mail with that link was rejected. */
  rejectedAt: Date | null
  createdAt: Date
  language: string
  notificationsDisabled: string[]
  isPaused: boolean
  pauseEndsAt: Date | null
  isAgeAssured: boolean
  profileId: string
  name: string
  gender: Gender
  country: CountryCode
  credits: number
  isPremium: boolean
  photoId: string | null
  photoStatus: 'active' | 'disabled'
  preview: string
  hasConsented: boolean
  hasUnreadDecision: boolean
}

const account = prepared<AccountRow>(
  'account',
  `select u.email, u.confirmed_at, u.created_at, u.language, u.notifications_disabled,
    u.paused_at is not null as is_paused, u.pause_ends_at,
    u.age_assured_at is not null as is_age_assured,
    change.new_email as pending_email, change.rejected_at,
    p.public_id as profile_id, p.name, p.gender, p.country,
    coalesce(b.balance, 0) as credits,
    b.premium_since is not null as is_premium,
    ph.public_id as photo_id, case ph.status when 'active' then 'active' else 'disabled' end as photo_status, ph.preview,
    exists (select from consents c where c.user_id = u.id and c.kind = 'membership' and c.version = $2) as has_consented,
    exists (
      select from moderation_parties d where d.user_id = u.id and d.role = 'subject' and not d.is_seen
    ) as has_unread_decision
  from users u
  join profiles p on p.user_id = u.id
  left join account_balances b on b.user_id = u.id
  left join photos ph on ph.id = p.main_photo_id
  left join lateral (
    select m.new_email, m.rejected_at from mail_changes m
    where m.user_id = u.id and m.completed_at is null and m.cancelled_at is null
    limit 1
  ) change on true
  where u.id = $1`,
)

/** Returns what the owner of an account sees of it on every page. */
export async function findAccount(
  db: Queryable,
  { userId, consentVersion }: { userId: number; consentVersion: string },
) {
  const [row] = await account(db, [userId, consentVersion])
  if (!row) throw new Error('an account without a profile')
  return row
}

export function findLogin(db: Queryable, key: string) {
  return db
    .selectFrom('users')
    .select(['id', 'emailKey', 'passwordHash', 'createdAt', 'confirmedAt', 'disabledAt', 'deletedAt'])
    .where('emailKey', '=', key)
    .executeTakeFirst()
}

/** Returns until when an account is closed, null for good, and the reference of the decision about it. */
export function findClosure(db: Queryable, userId: number) {
  return db
    .selectFrom('users')
    .select('users.disabledUntil')
    .select((eb) =>
      eb
        .selectFrom('moderationParties as p')
        .innerJoin('moderationCases as c', 'c.id', 'p.caseId')
        .select('p.reference')
        .whereRef('p.userId', '=', 'users.id')
        .where('p.role', '=', 'subject')
        // Not of an earlier closure that is over.
        .whereRef('p.createdAt', '>=', 'users.disabledAt')
        .where('c.decision', 'in', ['suspend', 'ban'])
        .where('c.reversedAt', 'is', null)
        .orderBy('p.createdAt', 'desc')
        .limit(1)
        .as('reference'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Locks an account against changes. Returns false when it has another password by now or is closed. */
export async function lockLogin(tx: Tx, { id, passwordHash }: { id: number; passwordHash: string }) {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where(isOpen())
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks an account for a change that its password has confirmed, until the transaction ends. Returns false
 * when it has another password by now.
 */
export async function lockForChange(tx: Tx, { id, passwordHash }: { id: number; passwordHash: string }) {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
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
    .select(['users.id', 'users.email', 'users.passwordHash', 'users.confirmedAt', 'profiles.name'])
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

/** Returns false when the email has an account. Waits for a concurrent sign-up with the same email. */
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

export async function savePassword(tx: Tx, { userId, passwordHash }: { userId: number; passwordHash: string }) {
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
}

/** Locks an account until the transaction ends: concurrent requests then find what others stored. */
export function lockAccount(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select(['email', 'confirmedAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
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
 * Deletes expired sessions, links, log-ins without a code, challenges of passkeys and counts of log-ins,
 * unused devices, old changes of addresses, and requests for mails and events that no longer count.
 */
export async function deleteEnded(
  db: Queryable,
  { now, requestsBefore, devicesBefore, mailChangesBefore, eventsBefore }: Ended,
) {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('oneTimeLinks').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('loginSteps').where('expiresAt', '<=', now).execute()
  await memberPasskeys.deleteOldChallenges(db, now)
  await db.deleteFrom('securityEvents').where('happenedAt', '<=', eventsBefore).execute()
  await db.deleteFrom('mailRequests').where('requestedAt', '<=', requestsBefore).execute()
  await db.deleteFrom('devices').where('usedAt', '<=', devicesBefore).execute()
  await deleteMailChanges(db, mailChangesBefore)
  await db.deleteFrom('loginLimits').where('expire', '<=', now.getTime()).execute()
}

/** An open correction stays while its account is unconfirmed: the one before may be a stranger's (ACC-24). */
async function deleteMailChanges(db: Queryable, before: Date) {
  await db
    .deleteFrom('mailChanges')
    .where('requestedAt', '<=', before)
    .where((eb) =>
      eb.or([
        eb('completedAt', 'is not', null),
        eb('cancelledAt', 'is not', null),
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'mailChanges.userId')
            .where('users.confirmedAt', 'is not', null),
        ),
      ]),
    )
    .execute()
}

/** Returns the accounts in the order of their keys. */
export async function usersAfter(db: Queryable, { after, limit }: { after: number; limit: number }) {
  const rows = await db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Deletes an account; sessions, links, profile and photos are deleted by cascade. */
export async function deleteUser(tx: Tx, userId: number) {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
