import { Readable } from 'node:stream'
import { OPERATOR_PAGE } from '#contract/limits.ts'
import type { AuditAct, AuditSubject } from '#contract/operator/acts.ts'
import type { AuditEntry } from '#contract/operator/audit/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { csvReply } from '#server/platform/http/csv.ts'
import { FileReply } from '#server/platform/http/file-reply.ts'
import * as queries from './queries.ts'

type Deps = Pick<Context, 'db'>

export interface Filters {
  actor?: string | undefined
  act?: AuditAct | undefined
  subjectKind?: AuditSubject | undefined
  subject?: string | undefined
}

/** Entries that are read together for a file. */
const FILE_BATCH = 1000

/** Returns a page of the audit log, the newest entry first (OPER-6). */
export async function listEntries({ db }: Deps, { before, ...filters }: Filters & { before?: number | undefined }) {
  const entries = await findPage({ db }, { filters, before, limit: OPERATOR_PAGE })
  return { entries, next: entries.length === OPERATOR_PAGE ? (entries.at(-1)?.id ?? null) : null }
}

async function findPage(
  { db }: Deps,
  { filters, before, limit }: { filters: Filters; before: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { subject, ...others } = filters
  const subjectId = subject === undefined || subject === '' ? undefined : await storedSubject(db, filters)
  const rows = await queries.findEntries(db, { ...others, subjectId, before, limit })
  const subjectName = await subjectNames(db, rows)
  return rows.map((row) => ({
    id: row.id,
    at: row.happenedAt.toISOString(),
    actor: row.operatorId ? { id: row.operatorId, name: row.operatorName ?? '' } : null,
    act: row.act,
    subject: row.subjectKind && row.subjectId ? subjectName(row.subjectKind, row.subjectId) : null,
    // Written by `recordAct` only.
    details: row.details as AuditEntry['details'],
  }))
}

/** Members are stored by the number of their account, and named by their public id. */
async function storedSubject(db: Context['db'], { subject = '', subjectKind }: Filters) {
  if (subjectKind !== undefined && subjectKind !== 'member') return subject
  const userId = await queries.userIdOf(db, subject)
  return userId === undefined ? subject : String(userId)
}

async function subjectNames(db: Context['db'], rows: { subjectKind: string | null; subjectId: string | null }[]) {
  const idsOf = (kind: AuditSubject) => [
    ...new Set(rows.flatMap((row) => (row.subjectKind === kind && row.subjectId ? [row.subjectId] : []))),
  ]
  const [members, operators] = await Promise.all([
    idsOf('member').length > 0 ? queries.findMembers(db, idsOf('member').map(Number)) : [],
    idsOf('operator').length > 0 ? queries.findOperators(db, idsOf('operator')) : [],
  ])
  return (kind: string, id: string) => {
    if (kind === 'operator') return { kind, id, name: operators.find((each) => each.id === id)?.name ?? null }
    if (kind !== 'member') return { kind, id, name: null }
    const member = members.find(({ userId }) => String(userId) === id)
    // Of an erased member nothing is left but the number, which stays in the log.
    return { kind, id: member?.publicId ?? 'erased', name: member?.name ?? null }
  }
}

/** Returns the log as a file, the newest entry first, read while it is sent. */
export function exportEntries({ db }: Deps, { format, ...filters }: Filters & { format: 'csv' | 'json' }) {
  const entries = allEntries({ db }, filters)
  if (format === 'json')
    return new FileReply({
      name: 'audit-log.jsonl',
      type: 'application/x-ndjson; charset=utf-8',
      content: Readable.from(jsonLines(entries)),
    })
  return csvReply({
    name: 'audit-log.csv',
    columns: ['id', 'at', 'actor_id', 'actor', 'act', 'subject_kind', 'subject', 'details'],
    rows: csvRows(entries),
  })
}

async function* allEntries({ db }: Deps, filters: Filters) {
  let before: number | undefined
  for (;;) {
    const entries = await findPage({ db }, { filters, before, limit: FILE_BATCH })
    yield* entries
    if (entries.length < FILE_BATCH) return
    before = entries.at(-1)?.id
  }
}

async function* jsonLines(entries: AsyncIterable<AuditEntry>) {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
}

async function* csvRows(entries: AsyncIterable<AuditEntry>) {
  for await (const { id, at, actor, act, subject, details } of entries)
    yield [
      id,
      at,
      actor?.id ?? null,
      actor?.name ?? null,
      act,
      subject?.kind ?? null,
      subject?.id ?? null,
      JSON.stringify(details),
    ]
}

/** Checks the chain of hashes. */
export async function verifyChain({ db }: Deps) {
  const { entries, brokenAt, lastHash } = await queries.checkChain(db)
  return { entries, brokenAt, lastHash: lastHash?.toString('hex') ?? null }
}
