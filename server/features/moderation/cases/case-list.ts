import { sql } from 'kysely'
import { CASES_PAGE_SIZE } from '#contract/limits.ts'
import type { CaseKind, CaseSource, Decision } from '#contract/moderation/cases.ts'
import type { CaseSummary } from '#contract/moderation/case-schemas.ts'
import { allowedDecisions, needsReply, type CaseContent } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

interface Row {
  id: number
  reference: string
  kind: CaseKind
  reason: string
  source: CaseSource
  priority: number
  status: 'open' | 'decided'
  version: number
  openedAt: Date
  dueAt: Date | null
  subjectName: string | null
  notices: number
  claimedBy: string | null
  claimedUntil: Date | null
  excludedActor: string | null
  subjectId: number | null
  content: CaseContent | null
  appellant: 'subject' | 'notifier' | null
  decision: Decision | null
  decidedAt: Date | null
  decidedBy: string | null
}

const columns = `c.id, c.reference, c.kind, c.reason, c.source, c.priority, c.status, c.version, c.opened_at, c.due_at,
  p.name as subject_name,
  (select count(*)::int from moderation_parties n where n.case_id = c.id and n.role <> 'subject') as notices,
  c.claimed_by, c.claimed_until, c.excluded_actor, c.subject_id, c.content, c.appellant, c.decision, c.decided_at, c.decided_by`

/** Its order is that of `moderation_cases_queue`. The kind is `$1`, or null for all. */
const openCases = prepared<Row>(
  'open_cases',
  `select ${columns}
  from moderation_cases c
  left join profiles p on p.user_id = c.subject_id
  where c.status = 'open'
    and ($1::text is null or c.kind = $1)
    and ($2::int is null or (-c.priority, c.opened_at, c.id) > (-$2::int, $3::timestamptz, $4::bigint))
  order by c.priority desc, c.opened_at, c.id
  limit $5`,
)

const decidedCases = prepared<Row>('decided_cases', decidedCasesText())
const decidedCasesOfKind = prepared<Row>('decided_cases_of_kind', decidedCasesText('and c.kind = $4'))

/** Apart, so that of a rare kind only its own cases are read, by `moderation_cases_decided_by_kind`. */
function decidedCasesText(ofKind = '') {
  return `select ${columns}
  from moderation_cases c
  left join profiles p on p.user_id = c.subject_id
  where c.status = 'decided' ${ofKind}
    and ($1::timestamptz is null or (c.decided_at, c.id) < ($1, $2::bigint))
  order by c.decided_at desc, c.id desc
  limit $3`
}

export interface CaseKey {
  priority: number
  at: Date
  id: number
}

interface ListInput {
  actorId: string
  kind: CaseKind | null
  status: 'open' | 'decided'
  after: CaseKey | null
}

/** Lists a page of the queue in the order in which it is worked on, or of what was decided, latest first. */
export async function listCases(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actorId, kind, status, after }: ListInput,
): Promise<{ cases: CaseSummary[]; next: CaseKey | null }> {
  const limit = CASES_PAGE_SIZE + 1
  const rows =
    status === 'open'
      ? await openCases(db, [kind, after?.priority ?? null, after?.at ?? null, after?.id ?? null, limit])
      : await findDecided(db, { kind, after, limit })
  const page = rows.slice(0, CASES_PAGE_SIZE)
  const last = page.at(-1)
  const at = status === 'open' ? last?.openedAt : last?.decidedAt
  const next = rows.length > page.length && last && at ? { priority: last.priority, at, id: last.id } : null
  return { cases: page.map((row) => toSummary(row, { actorId, now: clock.now() })), next }
}

function findDecided(db: Queryable, { kind, after, limit }: Pick<ListInput, 'kind' | 'after'> & { limit: number }) {
  const place = [after?.at ?? null, after?.id ?? null, limit]
  return kind === null ? decidedCases(db, place) : decidedCasesOfKind(db, [...place, kind])
}

export function toSummary(row: Row, { actorId, now }: { actorId: string; now: Date }): CaseSummary {
  const { reference, kind, reason, source, priority, status, subjectName, notices, decision } = row
  const isClaimed = row.claimedBy !== null && row.claimedUntil !== null && row.claimedUntil > now
  return {
    reference,
    kind,
    reason,
    source,
    priority,
    status,
    version: row.version,
    openedAt: row.openedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    subjectName,
    notices,
    claimedBy: isClaimed ? row.claimedBy : null,
    claim: isClaimed ? (row.claimedBy === actorId ? 'mine' : 'other') : 'free',
    isExcluded: row.excludedActor === actorId,
    allowed: status === 'open' ? allowedOf(row) : [],
    needsReply: needsReply(row),
    decision,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
  }
}

function allowedOf({ kind, appellant, subjectId, content }: Row) {
  return allowedDecisions({ kind, appellant, hasSubject: subjectId !== null, hasContent: content !== null })
}

/** How many cases are open, by kind, since when the oldest waits, and when the next must be decided. */
export async function queueState({ db }: { db: Queryable }) {
  const { rows } = await sql<{ kind: CaseKind; n: number; oldest: Date; due: Date | null }>`
    select kind, count(*)::int as n, min(opened_at) as oldest, min(due_at) as due
    from moderation_cases where status = 'open' group by kind`.execute(db)
  return rows
}
