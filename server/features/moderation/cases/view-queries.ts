import { sql } from 'kysely'
import { CASE_PARTS_MAX, PHOTOS_SHOWN } from '#contract/limits.ts'
import type { CaseEvent, CaseKind, Decision, Violation } from '#contract/moderation/cases.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import type { CaseFields } from './case-queries.ts'

export function findCase(db: Queryable, reference: string) {
  return db
    .selectFrom('moderationCases as c')
    .leftJoin('profiles as p', 'p.userId', 'c.subjectId')
    .selectAll('c')
    .select('p.name as subjectName')
    .select(
      sql<number>`(select count(*)::int from moderation_parties n where n.case_id = c.id and n.role <> 'subject')`.as(
        'notices',
      ),
    )
    .where('c.reference', '=', reference)
    .$narrowType<CaseFields>()
    .executeTakeFirst()
}

/** `withPrivate`: private photos too, where a case may be about any of them. */
export async function findSubjectState(db: Queryable, userId: number, { withPrivate }: { withPrivate: boolean }) {
  const row = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['profiles.publicId', 'profiles.name', 'profiles.isSearchHidden', 'users.createdAt'])
    .select(['users.confirmedAt', 'users.disabledAt', 'users.deletedAt'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const photos = await db
    .selectFrom('photos')
    .select('publicId')
    .where('userId', '=', userId)
    .$if(!withPrivate, (query) => query.where('visibility', '=', 'public'))
    .orderBy('position')
    .limit(PHOTOS_SHOWN)
    .execute()
  return { ...row, photoIds: photos.map(({ publicId }) => publicId) }
}

export function findEvidence(db: Queryable, caseId: number) {
  return db
    .selectFrom('moderationEvidence')
    .select(['id', 'kind', 'storageKey', 'createdAt'])
    .select((eb) => eb.ref('data').$castTo<Record<string, unknown>>().as('data'))
    .where('caseId', '=', caseId)
    .orderBy('id')
    .limit(CASE_PARTS_MAX)
    .execute()
}

/** Reports of a case with their reporters, and how often those were right before. */
export async function findReports(db: Queryable, caseId: number) {
  return db
    .selectFrom('reports as r')
    .leftJoin('profiles as p', 'p.userId', 'r.reporterId')
    .select(['r.id', 'r.publicId', 'r.reason', 'r.body', 'r.createdAt', 'r.target', 'r.messageCopy', 'r.reporterId'])
    .select(['p.publicId as profileId', 'p.name'])
    .select([
      sql<number>`(select count(*)::int from reports o where o.reporter_id = r.reporter_id)`.as('reports'),
      sql<number>`(
        select count(*)::int
        from reports o join moderation_cases d on d.id = o.case_id
        where o.reporter_id = r.reporter_id and d.violation is not null and d.reversed_at is null
      )`.as('confirmed'),
    ])
    .where('r.caseId', '=', caseId)
    .orderBy('r.id')
    .limit(CASE_PARTS_MAX)
    .$narrowType<{
      target: 'profile' | 'photo' | 'message'
      messageCopy: { kind: string; body: string; sentAt: string } | null
    }>()
    .execute()
}

export function findAttachments(db: Queryable, caseId: number) {
  return db
    .selectFrom('reportAttachments as a')
    .innerJoin('reports as r', 'r.id', 'a.reportId')
    .select(['a.id', 'a.reportId', 'a.width', 'a.height', 'a.durationMs'])
    .where('r.caseId', '=', caseId)
    .orderBy('a.id')
    .limit(CASE_PARTS_MAX)
    .execute()
}

/** Returns the complaint of a case, as it was sent. */
export async function findComplaintOf(db: Queryable, caseId: number) {
  const row = await db
    .selectFrom('complaints as k')
    .innerJoin('moderationParties as p', 'p.reference', 'k.publicId')
    .select(['k.name', 'k.email', 'k.topic', 'k.body as text', 'k.place'])
    .where('p.caseId', '=', caseId)
    .where('p.role', 'in', ['complainant', 'requester'])
    .executeTakeFirst()
  return row ?? null
}

interface EarlierRow {
  id: number
  reference: string
  kind: CaseKind
  reason: string
  openedAt: Date
  decision: Decision | null
  violation: Violation | null
  reversedAt: Date | null
}

const HISTORY_LENGTH = 30

/** Cases about the same member, latest first. */
export function findHistory(db: Queryable, { subjectId, except }: { subjectId: number; except: number }) {
  return earlierCases(db)
    .where('subjectId', '=', subjectId)
    .where('id', '!=', except)
    .orderBy('openedAt', 'desc')
    .limit(HISTORY_LENGTH)
    .execute()
}

export function findEarlier(db: Queryable, caseId: number) {
  return earlierCases(db).where('id', '=', caseId).executeTakeFirstOrThrow()
}

function earlierCases(db: Queryable) {
  return db
    .selectFrom('moderationCases')
    .select(['id', 'reference', 'kind', 'reason', 'openedAt', 'decision', 'violation', 'reversedAt'])
    .$narrowType<Pick<EarlierRow, 'kind' | 'decision' | 'violation'>>()
}

export function findEvents(db: Queryable, caseId: number) {
  return db
    .selectFrom('moderationEvents')
    .select(['type', 'at', 'actorId'])
    .where('caseId', '=', caseId)
    .orderBy('id')
    .limit(CASE_PARTS_MAX)
    .$narrowType<{ type: CaseEvent }>()
    .execute()
}
