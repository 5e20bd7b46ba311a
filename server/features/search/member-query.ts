import { CompiledQuery } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import { NEW_MEMBER_DAYS, SEARCH_COUNT_MAX, SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { DAY } from '#contract/time.ts'
import { cardJoins, cardJson } from '#server/features/profiles/fragments.ts'
import { onlineSince, todayIn } from '#server/features/profiles/rules.ts'
import { VISITOR_KEY } from '#server/features/visibility/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { countText } from './count-text.ts'
import type { NearCell } from './near.ts'
import { parameterTypes, toStatement, valuesOf, type ParameterValues, type Statement } from './parameters.ts'
import { countParts, isNarrow, yearsOf, type BirthRange } from './rules.ts'
import { PAGE_ROWS, pageText, type Scan } from './scan-text.ts'

/** What a search looks for, and the viewer who must be able to see it. `viewerId` is null for a visitor. */
export interface SearchCriteria {
  viewerId: number | null
  country: CountryCode
  genders: readonly Gender[]
  region: string | null
  born: BirthRange
  /** Mask of the facets that members must not have. */
  excluded: bigint
  /** Least key of members who are new enough; 0 for all. */
  leastId: number
  /** Only members who were active since; null for all. */
  activeSince: Date | null
  /** Only members in one of these cells; null for all. */
  cells: readonly NearCell[] | null
  /** The site shows interests: results name those that the viewer has too. */
  showsInterests: boolean
}

export interface PageRequest {
  after: PageKey | null
  /** Rows to skip, for opening a page by number. */
  offset: number
  now: Date
}

export interface SearchShape {
  scan: Scan
  hasRegion: boolean
  isVisitor: boolean
  /** The filters are those of `member_counts`, so that the count is exact. */
  isStored: boolean
}

/** Chooses the statement of a search. */
export function shapeOf({
  viewerId,
  region,
  born,
  excluded,
  leastId,
  activeSince,
  cells,
}: SearchCriteria): SearchShape {
  const isStored = excluded === 0n && leastId === 0 && activeSince === null && cells === null
  const scan = cells ? 'near' : isNarrow(born) ? 'years' : 'either'
  return { scan, hasRegion: region !== null && !cells, isVisitor: viewerId === null, isStored }
}

/**
 * Returns the statement of one page: its cards as JSON, whether another page follows, its last row's key, and
 * the number of all matches, in one row.
 */
export function searchStatement({ isVisitor, ...shape }: SearchShape, offset: number): Statement {
  const card = cardJson({
    isVisitor,
    lastActiveAt: 'wanted.last_active_at',
    today: '{today}',
    onlineSince: '{onlineSince}',
    more: [
      shape.scan === 'near' ? distanceJson : `',"distanceKm": null'`,
      isVisitor ? noReasonsJson : reasonsJson,
    ].join(' || '),
  })
  const text = `with counts as materialized (
    ${countText(shape)}
  )
  select (select matching from counts) as matching,
    string_agg(${card}, ',' order by wanted.n) filter (where wanted.n <= ${SEARCH_PAGE_SIZE}) as cards,
    max(wanted.last_active_at) filter (where wanted.n = ${SEARCH_PAGE_SIZE}) as last_at,
    max(wanted.user_id) filter (where wanted.n = ${SEARCH_PAGE_SIZE}) as last_id,
    count(*) > ${SEARCH_PAGE_SIZE} as has_more
  from (
    select row_number() over () as n, page.user_id, page.last_active_at
    from (${pageText({ ...shape, rows: PAGE_ROWS, offset })}) page
  ) wanted
  ${cardJoins('{viewer}')}`
  return toStatement(text, parameterTypes)
}

const distanceJson = `',"distanceKm":' || coalesce((({distances})[array_position({cells}, p.cell)])::text, 'null')`

const noReasonsJson = `',"isNew": false,"sharedInterests":[],"isSameTown": false,"answersOften": false'`

/** The place of the viewer is the same for all rows: it is read once. */
const reasonsJson = `',"isNew":' || (p.user_id >= {newSince})::text
    || ',"sharedInterests":' || case when privacy.is_reserved then '[]' else array_to_json(array(
      select common from unnest(p.interests) common 
      where common = any((select o.interests from profiles o where o.user_id = {viewer} and {showsInterests})::text[])
    ))::text end
    || ',"isSameTown":' || coalesce((p.country, p.region, lower(p.city)) = (
      select o.country, o.region, lower(o.city) from profiles o where o.user_id = {viewer} and o.city <> ''
    ), false)::text
    || ',"answersOften":' || (not p.is_invisible and not privacy.is_reserved and exists (
      select from chat_counts n where n.user_id = p.user_id and n.answers_often
    ))::text`

interface SearchRow {
  matching: number
  /** JSON of the cards, separated by commas; null without any. */
  cards: string | null
  lastAt: Date | null
  lastId: number | null
  hasMore: boolean
}

type RunSearch = (db: Queryable, values: unknown[]) => Promise<SearchRow[]>
const searches = new Map<string, { statement: Statement; run: RunSearch }>()

/** Prepares each shape once. A page by number has the offset in its text, and is not prepared. */
function preparedSearch(shape: SearchShape) {
  const { scan, hasRegion, isVisitor, isStored } = shape
  const flags = [hasRegion && 'region', isVisitor && 'visitor', isStored && 'stored'].filter((flag) => flag !== false)
  const name = ['search', scan, ...flags].join('_')
  const cachedSearch = searches.get(name)
  if (cachedSearch) return cachedSearch
  const statement = searchStatement(shape, 0)
  const search = { statement, run: prepared<SearchRow>(name, statement.text) }
  searches.set(name, search)
  return search
}

export interface FoundPage {
  /** JSON of the cards, separated by commas. */
  cards: string
  numResults: number
  isExact: boolean
  /** Key of the last row if another page follows. */
  last: PageKey | null
}

/** Finds one page, most recently active first, after a key or an offset, and counts all. One round trip. */
export async function findPage(
  db: Queryable,
  { criteria, page, shape = shapeOf(criteria) }: { criteria: SearchCriteria; page: PageRequest; shape?: SearchShape },
) {
  const [row] = await runSearch(db, { shape, criteria, page })
  if (!row) throw new Error('a search returned no row')
  return toPage(row, shape)
}

function toPage({ matching, cards, lastAt, lastId, hasMore }: SearchRow, shape: SearchShape): FoundPage {
  return {
    cards: cards ?? '',
    ...toCount(matching, shape),
    last: hasMore && lastAt && lastId !== null ? { at: lastAt, id: lastId } : null,
  }
}

/** Returns the statement that only counts, for the suggestions. */
export function countStatement(shape: SearchShape): Statement {
  return toStatement(`select matching from (${countText(shape)}) counts`, parameterTypes)
}

/** Counts the matches of a search without reading a page, as `findPage` does. */
export async function countMembers(db: Queryable, { criteria, now }: { criteria: SearchCriteria; now: Date }) {
  const shape = shapeOf(criteria)
  const statement = countStatement(shape)
  const values = valuesOf(statement, parameterValues(criteria, { after: null, offset: 0, now }))
  const { rows } = await db.executeQuery<{ matching: number }>(CompiledQuery.raw(statement.text, values))
  return toCount(rows[0]?.matching ?? 0, shape)
}

function toCount(matching: number, { isStored }: SearchShape) {
  const isExact = isStored || matching <= SEARCH_COUNT_MAX
  return { numResults: isExact ? matching : SEARCH_COUNT_MAX, isExact }
}

interface ShapedSearch {
  shape: SearchShape
  criteria: SearchCriteria
  page: PageRequest
}

async function runSearch(db: Queryable, { shape, criteria, page }: ShapedSearch): Promise<SearchRow[]> {
  const values = parameterValues(criteria, page)
  if (page.offset === 0) {
    const { statement, run } = preparedSearch(shape)
    return run(db, valuesOf(statement, values))
  }
  const statement = searchStatement(shape, page.offset)
  const { rows } = await db.executeQuery<SearchRow>(CompiledQuery.raw(statement.text, valuesOf(statement, values)))
  return rows
}

/** Returns the least key of members who count as new. */
export function newMembersSince(now: Date) {
  return leastIdAt(new Date(now.getTime() - NEW_MEMBER_DAYS * DAY))
}

/** Key of the first page: it sorts before every row. */
const FIRST = { at: 'infinity', id: Number.MAX_SAFE_INTEGER }
const EMPTY_RANGE: BirthRange = { from: 'infinity', until: '-infinity' }

/** Returns the values of all parameters; a statement uses some of them. */
export function parameterValues(criteria: SearchCriteria, { after, now }: PageRequest): ParameterValues {
  const { viewerId, country, genders, region, born, excluded, leastId, activeSince, cells, showsInterests } = criteria
  const { firstEdge, lastEdge, ...stored } = countParts(born)
  const last = lastEdge ?? EMPTY_RANGE
  const { at, id } = after ?? FIRST
  return {
    viewer: viewerId ?? VISITOR_KEY,
    country,
    genders,
    region: region ?? '',
    bornFrom: born.from,
    bornUntil: born.until,
    years: yearsOf(born),
    excluded: String(excluded),
    leastId,
    activeSince: activeSince ?? '-infinity',
    afterAt: at,
    afterId: id,
    cells: cells?.map(({ cell }) => cell) ?? [],
    distances: cells?.map(({ distanceKm }) => distanceKm) ?? [],
    today: todayIn(now),
    onlineSince: onlineSince(now),
    newSince: newMembersSince(now),
    showsInterests,
    ...stored,
    firstFrom: firstEdge.from,
    firstUntil: firstEdge.until,
    lastFrom: last.from,
    lastUntil: last.until,
  }
}
