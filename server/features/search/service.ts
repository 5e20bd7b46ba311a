import type { VisitorHints } from '#server/platform/http/visitor/visitor-hints.ts'
import type { AppliedFilters, SearchFilters, SearchReply, SearchResult } from '#contract/search/schemas.ts'
import { MINIMUM_AGE, SEARCH_PAGE_SIZE, SIMILAR_MEMBERS, SIMILAR_YEARS } from '#contract/limits.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import { ageOn, onlineSince, todayIn } from '#server/features/profiles/rules.ts'
import { assertMayBrowse } from '#server/features/profiles/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { JsonReply } from '#server/platform/http/json-reply.ts'
import type { SearchingViewer, Viewer } from '#server/features/accounts/views.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { excludedFacets } from './facets.ts'
import { findPage, newMembersSince, type SearchCriteria } from './member-query.ts'
import { cellsNear } from './near.ts'
import { findTraits, overwriteActivity, storeActivity } from './queries.ts'
import { allowedFilters, birthRange, fillFilters, gendersOf, widened, type Searcher } from './rules.ts'

interface Search {
  viewer: SearchingViewer | null
  visitor: VisitorHints
  settings: Settings
  filters: SearchFilters
  /** Key of the page to return; without it, `pageNumber` decides. */
  after: string | undefined
  pageNumber: number
}

/**
 * Finds one page of members, most recently active first, and the number of all matches. Excludes the viewer
 * and blocked, disabled and deleted members. The database builds the cards' JSON.
 * @throws AppError `authentication_required` (site closed to visitors), `request.invalid` (invalid cursor)
 * Source: SEARCH-1 to SEARCH-9.
 */
export async function searchMembers(
  { db, clock, cursors }: Pick<Context, 'db' | 'clock'> & { cursors: Cursors },
  { viewer, visitor, settings, filters, after, pageNumber }: Search,
): Promise<JsonReply<SearchReply>> {
  assertMayBrowse({ viewer, settings })
  const key = after === undefined ? null : cursors.open(after)
  const now = clock.now()
  const { filled, criteria } = toCriteria({ viewer, visitor, settings, filters, now })
  const offset = key ? 0 : (pageNumber - 1) * SEARCH_PAGE_SIZE
  const { cards, last, numResults, isExact } = await findPage(db, { criteria, page: { after: key, offset, now } })
  const next = last ? cursors.seal(last) : null
  const rest = JSON.stringify({ filters: filled, pageNumber, numResults, isExact, next })
  return new JsonReply(`{"results":[${cards}],${rest.slice(1)}`)
}

interface CriteriaInput extends Pick<Search, 'viewer' | 'visitor' | 'settings' | 'filters'> {
  now: Date
}

/** Fills the filters that a search may use, and turns them into what the statements look for. */
export function toCriteria({ viewer, visitor, settings, filters, now }: CriteriaInput) {
  const allowed = allowedFilters(filters, { isVisitor: viewer === null, site: settings })
  const searcher = viewer && searcherOf(viewer, now)
  const filled = fillFilters(allowed, { searcher, site: { ...settings, ...visitor } })
  return { filled, searcher, criteria: criteriaOf({ filled, searcher, viewer, settings, now }) }
}

interface FilledSearch {
  filled: AppliedFilters
  searcher: Searcher | null
  viewer: Viewer | null
  settings: Pick<Settings, 'visible_profile_fields'>
  now: Date
}

export function criteriaOf({ filled, searcher, viewer, settings, now }: FilledSearch): SearchCriteria {
  return {
    viewerId: viewer?.userId ?? null,
    country: filled.country,
    genders: gendersOf(filled.gender),
    region: filled.region,
    born: birthRange({ today: todayIn(now), ...filled }),
    excluded: excludedFacets(filled, { isVisitor: viewer === null }),
    leastId: filled.new ? newMembersSince(now) : 0,
    activeSince: filled.online ? onlineSince(now) : null,
    cells: filled.near !== undefined && searcher?.cell != null ? cellsNear(searcher.cell, filled.near) : null,
    showsInterests: settings.visible_profile_fields.includes('interests'),
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
  const traits = await findTraits(db, userId)
  // Erased since it was reachable.
  if (!traits) throw new AppError('profiles.not_found')
  const { gender, country, birthDate } = traits
  const age = ageOn(todayIn(now), birthDate)
  const filled = {
    gender,
    country,
    region: null,
    minAge: Math.max(MINIMUM_AGE, age - SIMILAR_YEARS),
    maxAge: age + SIMILAR_YEARS,
  }
  const criteria = criteriaOf({ filled, searcher: null, viewer, settings: { visible_profile_fields: [] }, now })
  const { cards } = await findPage(db, { criteria, page: { after: null, offset: 0, now } })
  return cardsIn(cards)
    .filter(({ id }) => id !== profileId)
    .slice(0, SIMILAR_MEMBERS)
}

/**
 * Finds members who are similar to those of a search that finds less than a page: of the same gender and
 * country, `SIMILAR_YEARS` years younger or older, whatever the other filters say. None for other searches.
 * @throws AppError `authentication_required` (site closed to visitors)
 * Source: SEARCH-12.
 */
export async function otherMembers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, visitor, settings, filters }: Omit<Search, 'after' | 'pageNumber'>,
) {
  assertMayBrowse({ viewer, settings })
  const now = clock.now()
  const page = { after: null, offset: 0, now }
  const { filled, searcher, criteria } = toCriteria({ viewer, visitor, settings, filters, now })
  const own = await findPage(db, { criteria, page })
  if (own.numResults >= SEARCH_PAGE_SIZE) return []
  const wider = criteriaOf({ filled: widened(filled), searcher, viewer, settings, now })
  const others = await findPage(db, { criteria: wider, page })
  const ownIds = new Set(cardsIn(own.cards).map(({ id }) => id))
  return cardsIn(others.cards)
    .filter(({ id }) => !ownIds.has(id))
    .slice(0, SIMILAR_MEMBERS)
}

/**
 * Finds the first members of a search, without those that the viewer likes, and how many it finds. Null where
 * the site, or a viewer without a position, has no such filter. Source: GAME-7.
 */
export async function firstMembers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, visitor, settings, filters }: Omit<Search, 'after' | 'pageNumber'>,
) {
  const now = clock.now()
  const { filled, criteria } = toCriteria({ viewer, visitor, settings, filters, now })
  const names = Object.keys(filters) as (keyof SearchFilters)[]
  if (names.some((name) => filled[name] !== filters[name])) return null
  const { cards, numResults, isExact } = await findPage(db, { criteria, page: { after: null, offset: 0, now } })
  return { filters, numResults, isExact, results: cardsIn(cards).filter(({ isLiked }) => !isLiked) }
}

/** The database built the JSON: see `cardJson`. */
function cardsIn(cards: string) {
  return JSON.parse(`[${cards}]`) as SearchResult[]
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
  const activity = userIds.map((userId) => ({ userId, at }))
  return storeActivity(db, { activity, onlineSince: onlineSince(at) })
}

/** Sets the last activity of a demo member to an earlier time. */
export function backdateActivity({ tx }: { tx: Tx }, { userId, at }: { userId: number; at: Date }) {
  return overwriteActivity(tx, { userId, at })
}

function searcherOf({ lookingFor, country, birthDate, cell }: SearchingViewer, now: Date): Searcher {
  return { lookingFor, country, cell, age: ageOn(todayIn(now), birthDate) }
}
