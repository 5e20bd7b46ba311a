import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { SEARCH_PAGE_SIZE, SIMILAR_MEMBERS, SIMILAR_YEARS } from '#contract/limits.ts'
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
import { countMatching, findPage, type Wanted } from './member-query.ts'
import { findSearcher, findTraits } from './queries.ts'
import { birthRange, chooseScan, fillFilters } from './rules.ts'

interface Search {
  viewer: Viewer | null
  settings: Settings
  filters: SearchFilters
  /** The page after this key; without it, the page with this number. */
  after: string | undefined
  pageNumber: number
}

/**
 * One page of members, most recently active first, and the exact number of them all. Never among them: the viewer,
 * blocked in either direction, disabled, deleted.
 * @throws AppError `authentication_required` (site closed to visitors), `request.invalid` (not a cursor of ours)
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
  const wanted = { ...filled, viewerId: viewer?.userId ?? null, born: birthRange({ today: todayIn(now), ...filled }) }
  const offset = key ? 0 : (pageNumber - 1) * SEARCH_PAGE_SIZE
  const { rows, matching } = await findMembers({ db }, { wanted, after: key, offset })
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
 * Members like this one: same gender and country, at most three years older or younger, most recently active first.
 * @throws AppError `profiles.not_found`, `moderation.blocked`
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
    minAge: Math.max(18, age - SIMILAR_YEARS),
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

/** Counts first: the number decides how to walk, and whether to walk at all. */
async function findMembers(
  { db }: Pick<Context, 'db'>,
  { wanted, after, offset }: { wanted: Wanted; after: PageKey | null; offset: number },
): Promise<{ rows: CardRow[]; matching: number }> {
  const { matching, total } = await countMatching(db, wanted)
  if (matching <= offset) return { rows: [], matching }
  const scan = chooseScan({ ...wanted.born, matching, total })
  return { rows: await findPage(db, { ...wanted, scan, after, offset }), matching }
}

async function searcherOf({ db }: Pick<Context, 'db'>, { viewer, now }: { viewer: Viewer; now: Date }) {
  const { lookingFor, country, birthDate } = await findSearcher(db, viewer.userId)
  return { lookingFor, country, age: ageOn(todayIn(now), birthDate) }
}

function isComplete({ gender, country, minAge, maxAge }: SearchFilters) {
  return gender && country && minAge && maxAge
}

function keyOf({ lastActiveAt, userId }: CardRow): PageKey {
  if (!lastActiveAt) throw new Error('a result without activity')
  return { at: lastActiveAt, id: userId }
}
