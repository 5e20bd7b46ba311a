import { CASES_PAGE_SIZE } from '#contract/limits.ts'
import type { CaseKind } from '#contract/moderation/cases.ts'
import type { CaseSummary } from '#contract/moderation/case-schemas.ts'
import type { AppContext } from '#server/context.ts'
import { listCases as listQueue, queueState, type CaseKey } from '#server/features/moderation/cases/case-list.ts'
import { viewCase } from '#server/features/moderation/cases/case-view.ts'
import { peekNext } from '#server/features/moderation/cases/claim-case.ts'
import { photosToReview } from '#server/features/profiles/review-queue.ts'
import { selfiesToReview } from '#server/features/profiles/verification-review.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { namesOf } from './queries.ts'

type Deps = Pick<AppContext, 'db' | 'clock'>

/** Returns how much waits for an operator, and since when. */
export async function waiting({ db }: Pick<Deps, 'db'>) {
  const [kinds, photos, selfies] = await Promise.all([
    queueState({ db }),
    photosToReview({ db }),
    selfiesToReview({ db }),
  ])
  const oldest = kinds.map((each) => each.oldest).toSorted((a, b) => a.getTime() - b.getTime())[0]
  return {
    cases: { count: kinds.reduce((sum, { n }) => sum + n, 0), oldestAt: oldest?.toISOString() ?? null },
    photos: { count: photos.count, oldestAt: photos.oldest?.toISOString() ?? null },
    verifications: { count: selfies.count, oldestAt: selfies.oldest?.toISOString() ?? null },
    kinds: kinds.map(({ kind, n, oldest: since }) => ({ kind, count: n, oldestAt: since.toISOString() })),
  }
}

interface Page {
  operator: RequestOperator
  kind?: CaseKind | undefined
  status?: 'open' | 'decided' | undefined
  before?: string | undefined
}

/** @throws AppError `request.invalid` for a place that no list has */
export async function listCases(
  { db, clock, cursors }: Deps & { cursors: Cursors },
  { operator, kind, status = 'open', before }: Page,
) {
  const after = before === undefined ? null : openKey(cursors, before)
  const page = await listQueue({ db, clock }, { actorId: operator.operatorId, kind: kind ?? null, status, after })
  const { cases, next } = page
  return {
    cases: cases.slice(0, CASES_PAGE_SIZE),
    next: next && `${next.priority}.${cursors.seal(next)}`,
    operators: await namesOf(db, actorsOf(cases)),
  }
}

function openKey(cursors: Cursors, place: string): CaseKey {
  const [priority = '', sealed = ''] = place.split('.')
  if (!/^\d{1,4}$/.test(priority)) throw new AppError('request.invalid')
  return { ...cursors.open(sealed), priority: Number(priority) }
}

/**
 * Returns a case, and the one that would come next.
 * @throws AppError `moderation.case_not_found`
 */
export async function getCase(
  { db, clock }: Deps,
  { operator, reference, kind }: { operator: RequestOperator; reference: string; kind?: CaseKind | undefined },
) {
  const actor = { actorId: operator.operatorId, reference }
  const [view, next] = await Promise.all([
    viewCase({ db, clock }, actor),
    peekNext({ db, clock }, { ...actor, kind: kind ?? null }),
  ])
  const authors = [...view.notes, ...view.events].flatMap(({ by }) => by ?? [])
  return { case: view, next, operators: await namesOf(db, [...actorsOf([view]), ...authors]) }
}

function actorsOf(cases: Pick<CaseSummary, 'claimedBy' | 'decidedBy'>[]) {
  return cases.flatMap(({ claimedBy, decidedBy }) => [claimedBy ?? [], decidedBy ?? []].flat())
}
