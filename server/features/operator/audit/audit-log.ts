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
  const rows = await findPage({ db }, { filters, before, limit: OPERATOR_PAGE })
  const entries = rows.map(({ entry }) => entry)
  return { entries, next: entries.length === OPERATOR_PAGE ? (entries.at(-1)?.id ?? null) : null }
}

/** An entry, and what makes it checkable. */
interface FileEntry {
  entry: AuditEntry
  content: string
  hash: Buffer
}

async function findPage(
  { db }: Deps,
  { filters, before, limit }: { filters: Filters; before: number | undefined; limit: number },
): Promise<FileEntry[]> {
  const { subject, ...others } = filters
  const about = subject === undefined || subject === '' ? {} : await storedSubject(db, subject)
  const rows = await queries.findEntries(db, { ...others, ...about, before, limit })
  const names = await subjectNames(db, rows)
  return rows.map(({ content, hash, ...row }) => ({
    content,
    hash,
    entry: {
      id: row.id,
      at: row.happenedAt.toISOString(),
      actor: row.operatorId ? { id: row.operatorId, name: row.operatorName ?? '' } : null,
      act: row.act,
      subject: row.subjectKind && row.subjectId ? names.ofSubject(row.subjectKind, row.subjectId) : null,
      details: names.inDetails(detailsOf(row)),
    },
  }))
}

/** Members are stored by the number of their account, and named by their public id. */
async function storedSubject(db: Context['db'], subject: string) {
  const memberId = await queries.userIdOf(db, subject)
  return memberId === undefined ? { subjectId: subject } : { memberId }
}

type Row = Awaited<ReturnType<typeof queries.findEntries>>[number]

async function subjectNames(db: Context['db'], rows: Row[]) {
  const idsOf = (kind: AuditSubject) => [
    ...new Set(rows.flatMap((row) => (row.subjectKind === kind && row.subjectId ? [row.subjectId] : []))),
  ]
  const userIds = [...new Set([...idsOf('member'), ...rows.flatMap((row) => membersIn(detailsOf(row)))])].map(Number)
  const [members, operators] = await Promise.all([
    userIds.length > 0 ? queries.findMembers(db, userIds) : [],
    idsOf('operator').length > 0 ? queries.findOperators(db, idsOf('operator')) : [],
  ])
  const byUserId = new Map(members.map((member) => [String(member.userId), member]))
  // Of an erased member nothing is left but the number, which stays in the log.
  const publicIdOf = (userId: string) => byUserId.get(userId)?.publicId ?? 'erased'
  return {
    ofSubject(kind: string, id: string) {
      if (kind === 'operator') return { kind, id, name: operators.find((each) => each.id === id)?.name ?? null }
      if (kind !== 'member') return { kind, id, name: null }
      return { kind, id: publicIdOf(id), name: byUserId.get(id)?.name ?? null }
    },
    inDetails(details: AuditEntry['details']) {
      const listed = membersIn(details)
      return listed.length > 0 ? { ...details, members: listed.map(publicIdOf).join(' ') } : details
    },
  }
}

/** Written by `recordAct` only. */
function detailsOf({ details }: Pick<Row, 'details'>) {
  return details as AuditEntry['details']
}

/** The members that `recordAct` named. */
function membersIn({ members }: AuditEntry['details']) {
  return typeof members === 'string' ? members.split(' ') : []
}

/**
 * Returns the log as a file, the newest entry first, read while it is sent. Its hashes can be checked without
 * the server: each is the SHA-256 of the hash before and of the content, as UTF-8.
 */
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
    columns: ['id', 'at', 'actor_id', 'actor', 'act', 'subject_kind', 'subject', 'details', 'content', 'hash'],
    rows: csvRows(entries),
  })
}

async function* allEntries({ db }: Deps, filters: Filters) {
  let before: number | undefined
  for (;;) {
    const entries = await findPage({ db }, { filters, before, limit: FILE_BATCH })
    yield* entries
    if (entries.length < FILE_BATCH) return
    before = entries.at(-1)?.entry.id
  }
}

async function* jsonLines(entries: AsyncIterable<FileEntry>) {
  for await (const { entry, content, hash } of entries)
    yield `${JSON.stringify({ ...entry, content, hash: hash.toString('hex') })}\n`
}

async function* csvRows(entries: AsyncIterable<FileEntry>) {
  for await (const { entry, content, hash } of entries) {
    const { id, at, actor, act, subject, details } = entry
    yield [
      id,
      at,
      actor?.id ?? null,
      actor?.name ?? null,
      act,
      subject?.kind ?? null,
      subject?.id ?? null,
      JSON.stringify(details),
      content,
      hash.toString('hex'),
    ]
  }
}

/** Checks the chain of hashes. */
export async function verifyChain({ db }: Deps) {
  const { entries, brokenAt, lastHash } = await queries.checkChain(db)
  return { entries, brokenAt, lastHash: lastHash?.toString('hex') ?? null }
}
