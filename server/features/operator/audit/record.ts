import type { AuditAct, AuditSubject } from '#contract/operator/acts.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface Act {
  /** Null: the command line of the server. */
  operator: { operatorId: string } | null
  act: AuditAct
  /** Members by their internal number, which leads to no person once they are erased. */
  subject?: { kind: AuditSubject; id: string | number }
  /** Members that the act showed or was about, where its subject does not name them. */
  members?: readonly number[]
  /** Ids, codes and reasons; no addresses, names or messages of members. */
  details?: Record<string, string | number | boolean | null>
}

/**
 * Records an act, or a look at private data, in the audit log (OPER-6). Call it in the transaction of the
 * act, as its last statement: entries are written one after the other, and the next waits for this commit.
 */
export async function recordAct(db: Queryable, { operator, act, subject, members = [], details = {} }: Act) {
  const named = members.length > 0 ? { members: [...new Set(members)].join(' ') } : {}
  await db
    .insertInto('auditLog')
    .values({
      operatorId: operator?.operatorId ?? null,
      act,
      subjectKind: subject?.kind ?? null,
      subjectId: subject ? String(subject.id) : null,
      details: JSON.stringify({ ...details, ...named }),
    })
    .execute()
}
