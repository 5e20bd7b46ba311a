import { sql } from 'kysely'
import type { EntryKind } from '#contract/credits/schemas.ts'
import { PUSH_TTL_MS } from '#contract/limits.ts'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Finds an account by the public id of its profile. */
export function findAccount(db: Queryable, memberId: string) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .leftJoin('accountBalances', 'accountBalances.userId', 'users.id')
    .leftJoin('profileSearch', 'profileSearch.userId', 'users.id')
    .select(['users.id as userId', 'users.siteId', 'users.email', 'users.language', 'users.createdAt'])
    .select([
      'users.notificationsDisabled',
      'users.confirmedAt',
      'users.pausedAt',
      'users.dormantAt',
      'users.deletedAt',
      'users.disabledAt',
      'users.disabledUntil',
    ])
    .select(['profiles.publicId', 'profiles.name', 'profiles.birthDate', 'profiles.gender', 'profiles.country'])
    .select(['profiles.region', 'profiles.city', 'profiles.isFictional', 'profiles.isSearchHidden'])
    .select(['accountBalances.balance', 'accountBalances.premiumSince', 'profileSearch.lastActiveAt'])
    .select((eb) => [
      eb
        .selectFrom('mailChanges')
        .select('newEmail')
        .whereRef('mailChanges.userId', '=', 'users.id')
        .where('completedAt', 'is', null)
        .where('cancelledAt', 'is', null)
        .limit(1)
        .as('pendingEmail'),
      eb
        .selectFrom('photos')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('photos.userId', '=', 'users.id')
        .as('photos'),
      eb
        .exists(
          eb
            .selectFrom('secondFactors')
            .select('secondFactors.userId')
            .whereRef('secondFactors.userId', '=', 'users.id')
            .where('secondFactors.confirmedAt', 'is not', null),
        )
        .as('hasSecondFactor'),
    ])
    .where('profiles.publicId', '=', memberId)
    .executeTakeFirst()
}

/** Locks an account and returns its dates. */
export function lockMember(tx: Tx, memberId: string) {
  return tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.id as userId', 'users.siteId', 'confirmedAt', 'pausedAt', 'deletedAt', 'disabledAt'])
    .where('profiles.publicId', '=', memberId)
    .forNoKeyUpdate('users')
    .executeTakeFirst()
}

export async function userIdOf(db: Queryable, memberId: string) {
  const row = await db.selectFrom('profiles').select('userId').where('publicId', '=', memberId).executeTakeFirst()
  return row?.userId
}

export async function emailOf(db: Queryable, userId: number) {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email
}

interface List {
  userId: number
  limit: number
}

export function ordersOf(db: Queryable, { userId, limit }: List) {
  return db
    .selectFrom('orders')
    .select(['publicId', 'status', 'amountMinor', 'currency', 'credits', 'method', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ status: OrderStatus }>()
    .execute()
}

export function sessionsOf(db: Queryable, { userId, now, limit }: List & { now: Date }) {
  return db
    .selectFrom('sessions')
    .select(['browser', 'system', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .limit(limit)
    .execute()
}

export function casesOf(db: Queryable, { userId, limit }: List) {
  return db
    .selectFrom('moderationCases')
    .select(['reference', 'kind', 'reason', 'openedAt', 'decision', 'until'])
    .where('subjectId', '=', userId)
    .orderBy('openedAt', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Returns what was decided for a member, the latest first: about events from the log, and regular mails, of
 * which the log has only those that were not even queued.
 */
export async function noticesOf(db: Queryable, { userId, limit, now }: List & { now: Date }) {
  // A push message that was given up, or that an earlier version sent, has no time either.
  const since = new Date(now.getTime() - 2 * PUSH_TTL_MS)
  const { rows } = await sql<Notice>`
    (select l.channel, l.kind, coalesce(l.reason, q.reason) as reason, l.decided_at as at,
      l.reason is null and (
        case l.channel when 'push' then l.pushed_at is null and l.decided_at > ${since}
          else coalesce(q.state in ('queued', 'sending'), false) end
      ) as is_waiting
    from notice_log l
    left join notice_mails q on q.id = l.mail_id and q.user_id = l.user_id
    where l.user_id = ${userId}
    order by l.decided_at desc
    limit ${limit})
    union all
    (select 'mail', kind, reason, coalesce(ended_at, created_at), state in ('queued', 'sending')
    from notice_mails
    where user_id = ${userId} and key is not null
    order by created_at desc
    limit ${limit})
    order by at desc
    limit ${limit}`.execute(db)
  return rows
}

interface Notice {
  channel: string
  kind: string
  reason: string | null
  at: Date
  isWaiting: boolean
}

export function ledgerOf(db: Queryable, { userId, before, limit }: List & { before: number | undefined }) {
  return db
    .selectFrom('creditLedger')
    .select(['id', 'kind', 'ref', 'amount', 'balanceAfter', 'createdAt'])
    .where('userId', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: EntryKind }>()
    .execute()
}

/** Conversations of which messages are read together: those in which something happened last. */
const CONVERSATIONS = 500

/** The place of a message among all messages of a member. */
export interface MessagePlace {
  at: Date
  conversationId: string
  seq: number
}

export async function messagesOf(db: Queryable, { userId, before, limit }: List & { before: MessagePlace | null }) {
  // Within a conversation too: the times of several processes need not grow as `seq` does.
  const isBefore = before
    ? sql`(m.sent_at, o.public_id, m.seq) < (${before.at}, ${before.conversationId}, ${before.seq})`
    : sql`true`
  const { rows } = await sql<{
    conversationId: string
    seq: number
    partnerId: string | null
    partnerName: string | null
    senderId: number
    kind: string
    body: string
    sentAt: Date
  }>`
    select o.public_id as conversation_id, m.seq, p.public_id as partner_id, p.name as partner_name,
      m.sender_id, m.kind, m.body, m.sent_at
    from (
      select conversation_id, partner_id from conversation_members
      where user_id = ${userId} order by last_message_at desc limit ${CONVERSATIONS}
    ) c
    join conversations o on o.id = c.conversation_id
    cross join lateral (
      select m.seq, m.sender_id, m.kind, m.body, m.sent_at from messages m
      where m.conversation_id = o.id and ${isBefore}
      order by m.sent_at desc, m.seq desc limit ${limit}
    ) m
    left join profiles p on p.user_id = c.partner_id
    order by m.sent_at desc, o.public_id desc, m.seq desc
    limit ${limit}`.execute(db)
  return rows
}

/** Makes the adjustments of one operator run one after the other until the transaction ends. */
export async function lockAdjustments(tx: Tx, operatorId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`operator credits:${operatorId}`}, 0))`.execute(tx)
}

/** Returns how many credits an operator has given and taken within a day, both together. */
export async function adjustedToday(db: Queryable, operatorId: string) {
  // The log has the time of the database, not that of the program.
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(abs((details ->> 'amount')::int)), 0)::int as used
    from audit_log
    where operator_id = ${operatorId} and act = 'credits_adjusted' and happened_at > now() - interval '1 day'`.execute(
    db,
  )
  return rows[0]?.used ?? 0
}

/** Returns how many mails were sent to a member again within a day, and the seconds until there are fewer. */
export async function resentToday(db: Queryable, userId: number) {
  // The log has the time of the database, not that of the program.
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(happened_at) + interval '1 day' - now())), 0)::int as seconds
    from audit_log
    where subject_kind = 'member' and subject_id = ${String(userId)} and act = 'mail_resent'
      and happened_at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { count: 0, seconds: 0 }
}
