import { sql, type RawBuilder } from 'kysely'
import type { AuditSubject } from '#contract/operator/acts.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface AuditFilters {
  actor?: string | undefined
  act?: string | undefined
  subjectKind?: string | undefined
  /** As it is stored. */
  subjectId?: string | undefined
  /** The account whose member an entry is about, as its subject or otherwise. */
  memberId?: number | undefined
}

interface Page {
  before: number | undefined
  limit: number
}

/**
 * Finds entries, the newest first, before one of them. `content`: what the hash covers besides the one
 * before.
 */
export function findEntries(
  db: Queryable,
  { actor, act, subjectKind, subjectId, memberId, before, limit }: AuditFilters & Page,
) {
  return (
    db
      .selectFrom('auditLog')
      .leftJoin('operators', 'operators.id', 'auditLog.operatorId')
      .select([
        'auditLog.id',
        'auditLog.happenedAt',
        'auditLog.operatorId',
        'operators.name as operatorName',
        'auditLog.act',
        'auditLog.subjectKind',
        'auditLog.subjectId',
        'auditLog.details',
        'auditLog.hash',
        sql<string>`audit_content(audit_log)`.as('content'),
      ])
      .$if(actor !== undefined, (query) => query.where('auditLog.operatorId', '=', actor ?? null))
      .$if(act !== undefined, (query) => query.where('auditLog.act', '=', act ?? ''))
      // An entry has both or neither: the index is of those with both.
      .$if(subjectKind !== undefined, (query) =>
        query.where('auditLog.subjectKind', '=', subjectKind ?? '').where('auditLog.subjectId', 'is not', null),
      )
      .$if(subjectId !== undefined, (query) => query.where('auditLog.subjectId', '=', subjectId ?? ''))
      .$if(memberId !== undefined, (query) => query.where('auditLog.id', '=', entriesAbout(memberId ?? 0)))
      .$if(before !== undefined, (query) => query.where('auditLog.id', '<', before ?? 0))
      .orderBy('auditLog.id', 'desc')
      .limit(limit)
      .execute()
  )
}

/**
 * Entries about a member, its cases, orders and photos, and those that name it in their details. An array:
 * each part has an index of its own.
 */
function entriesAbout(userId: number) {
  const number = String(userId)
  const ofKind = (kind: AuditSubject, ids: RawBuilder<unknown>) =>
    sql`select id from audit_log where subject_kind = ${kind} and subject_id = any(array(${ids}))`
  return sql<number>`any(array(
    select id from audit_log where subject_kind = 'member' and subject_id = ${number}
    union ${ofKind('case', sql`select reference from moderation_cases where subject_id = ${userId}`)}
    union ${ofKind('order', sql`select public_id from orders where user_id = ${userId}`)}
    union ${ofKind('photo', sql`select public_id from photos where user_id = ${userId}`)}
    union select id from audit_log
      where details ? 'members' and string_to_array(details ->> 'members', ' ') @> array[${number}::text]
  ))`
}

/** Returns public ids and names of members, by the numbers of their accounts. */
export function findMembers(db: Queryable, userIds: number[]) {
  return db.selectFrom('profiles').select(['userId', 'publicId', 'name']).where('userId', 'in', userIds).execute()
}

/** Returns the number of the account of a profile. */
export async function userIdOf(db: Queryable, publicId: string) {
  const row = await db.selectFrom('profiles').select('userId').where('publicId', '=', publicId).executeTakeFirst()
  return row?.userId
}

/** Returns the names of operators. */
export function findOperators(db: Queryable, ids: string[]) {
  return db.selectFrom('operators').select(['id', 'name']).where('id', 'in', ids).execute()
}

/** Computes every hash again and returns the first entry that differs. */
export async function checkChain(db: Queryable) {
  const { rows } = await sql<{ entries: number; brokenAt: number | null; lastHash: Buffer | null }>`
    with chain as (
      select
        entry.id,
        entry.hash,
        entry.id <> row_number() over (order by entry.id)
          or entry.hash <> audit_hash(coalesce(lag(entry.hash) over (order by entry.id), ''::bytea), entry)
          as is_broken
      from audit_log entry
    )
    select
      count(*)::int as entries,
      min(id) filter (where is_broken) as broken_at,
      (select hash from audit_log order by id desc limit 1) as last_hash
    from chain`.execute(db)
  return rows[0] ?? { entries: 0, brokenAt: null, lastHash: null }
}
