import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { MINIMUM_AGE, SEARCH_PAGE_SIZE, SIMILAR_MEMBERS, SIMILAR_YEARS } from '#contract/limits.ts'
import type { Settings } from '#contract/settings.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import type { CardRow } from '#server/features/profiles/fragments.ts'
import { ageOn, todayIn } from '#server/features/profiles/rules.ts'
import { assertMayBrowse } from '#server/features/profiles/service.ts'
import { toCard } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors, PageKey } from '#server/platform/http/cursors.ts'
import { pageOf } from '#server/platform/http/pages.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { countMatching, findPage, type SearchCriteria } from './member-query.ts'
import { findSearcher, findTraits, overwriteActivity, storeActivity } from './queries.ts'
import { birthRange, chooseScan, fillFilters } from './rules.ts'

interface Search {
  viewer: Viewer | null
  settings: Settings
  filters: SearchFilters
  /** Key of the page to return; without it, `pageNumber` decides. */
  after: string | undefined
  pageNumber: number
}

/**
 * Finds one page of members, most recently active first, and the exact number of all matches. Excludes the viewer and
 * blocked, disabled and deleted members.
 * @throws AppError `authentication_required` (site closed to visitors), `request.invalid` (invalid cursor)
 * Source: SEARCH-1 to SEARCH-6.
 */
export async function searchMembers(
  { db, clock, cursors }: Pick<Context, 'db' | 'clock'> & { cursors: Cursors },
  { viewer, settings, filters, after, pageNumber }: Search,
): Promise<SearchReply> {
  assertMayBrowse({ viewer, settings })
  const key = after === undefined ? null : cursors.open(after)
  const now = clock.now()
  const searcher = viewer && !isComplete(filters) ? await searcherOf({ db }, { viewer, now }) : null
  const filled = fillFilters(filters, { searcher, site: settings })
  const criteria = { ...filled, viewerId: viewer?.userId ?? null, born: birthRange({ today: todayIn(now), ...filled }) }
  const offset = key ? 0 : (pageNumber - 1) * SEARCH_PAGE_SIZE
  const { rows, matching } = await findMembers({ db }, { criteria, after: key, offset })
  const { page, last } = pageOf(rows, SEARCH_PAGE_SIZE)
  return {
    filters: filled,
    pageNumber,
    results: page.map((row) => toCard(row, { viewer, now })),
    numResults: matching,
    next: last ? cursors.seal(keyOf(last)) : null,
  }
}

/**
 * Finds similar members, most recently active first.
 * @throws AppError `profiles.not_found`, `moderation.blocked`
 * Source: SEARCH-7.
 */
export async function similarMembers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, profileId }: { viewer: Viewer; profileId: string },
) {
  const { userId } = await assertReachable({ db }, { viewerId: viewer.userId, profileId })
  const now = clock.now()
  const { gender, country, birthDate } = await findTraits(db, userId)
  const age = ageOn(todayIn(now), birthDate)
  const born = birthRange({
    today: todayIn(now),
    minAge: Math.max(MINIMUM_AGE, age - SIMILAR_YEARS),
    maxAge: age + SIMILAR_YEARS,
  })
  const rows = await findPage(db, {
    viewerId: viewer.userId,
    gender,
    country,
    region: null,
    born,
    scan: 'years',
    after: null,
    offset: 0,
  })
  return rows
    .filter((row) => row.userId !== userId)
    .slice(0, SIMILAR_MEMBERS)
    .map((row) => toCard(row, { viewer, now }))
}

/**
 * Records that members are active now, without batching.
 * Used for demo members, who send no requests.
 */
export function recordActivity(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { userIds }: { userIds: readonly number[] },
) {
  const at = clock.now()
  return storeActivity(
    db,
    userIds.map((userId) => ({ userId, at })),
  )
}

/** Sets the last activity of a demo member to an earlier time. */
export function backdateActivity({ tx }: { tx: Tx }, { userId, at }: { userId: number; at: Date }) {
  return overwriteActivity(tx, { userId, at })
}

/** Counts first, because the count decides which scan to use, and whether one is needed. */
async function findMembers(
  { db }: Pick<Context, 'db'>,
  { criteria, after, offset }: { criteria: SearchCriteria; after: PageKey | null; offset: number },
): Promise<{ rows: CardRow[]; matching: number }> {
  const { matching, total } = await countMatching(db, criteria)
  if (matching <= offset) return { rows: [], matching }
  const scan = chooseScan({ ...criteria.born, matching, total })
  return { rows: await findPage(db, { ...criteria, scan, after, offset }), matching }
}

async function searcherOf({ db }: Pick<Context, 'db'>, { viewer, now }: { viewer: Viewer; now: Date }) {
  const { lookingFor, country, birthDate } = await findSearcher(db, viewer.userId)
  return { lookingFor, country, age: ageOn(todayIn(now), birthDate) }
}

function isComplete({ gender, country, minAge, maxAge }: SearchFilters) {
  return gender && country && minAge && maxAge
}

function keyOf({ lastActiveAt, userId }: CardRow): PageKey {
  if (!lastActiveAt) throw new Error(`result ${userId} has no activity`)
  return { at: lastActiveAt, id: userId }
}
