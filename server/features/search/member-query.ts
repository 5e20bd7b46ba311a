import { CompiledQuery } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import { SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import type { Gender } from '#contract/profiles.ts'
import { blockedIdsText, notBlockedText } from '#server/features/moderation/fragments.ts'
import { cardColumns, cardJoins, type CardRow } from '#server/features/profiles/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { rowsFor } from '#server/platform/http/pages.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { countParts, yearsOf, type BirthRange, type Scan } from './rules.ts'

/** What a search looks for, and the viewer who must be able to see it. `viewerId` is null for a visitor. */
export interface SearchCriteria {
  viewerId: number | null
  country: CountryCode
  gender: Gender
  region: string | null
  born: BirthRange
}

/** One row more than a page shows whether a next page exists. */
const LIMIT = rowsFor(SEARCH_PAGE_SIZE)

interface ScanShape {
  scan: Scan
  hasRegion: boolean
  /** Rows to skip, for opening a page by number. */
  offset: number
}

/**
 * Returns the SQL of one page of results with their cards. Parameters: $1 viewer (0 for a visitor), $2 country, $3
 * gender, $4 and $5 first and last day of birth, $6 and $7 activity and key of the row before the page; then the birth
 * years as an array for the scan by birth year, then the region if `hasRegion`.
 */
export function searchText({ scan, hasRegion, offset }: ScanShape) {
  const inner = scan === 'recent' ? scanByActivity({ hasRegion, offset }) : scanByBirthYear({ hasRegion, offset })
  return `select ${cardColumns({ lastActiveAt: 'wanted.last_active_at' })}
  from (${inner}
  ) wanted
  ${cardJoins('$1')}
  order by wanted.last_active_at desc, wanted.user_id desc`
}

/** Scans all members of a country and gender by activity and skips those of other ages. */
function scanByActivity({ hasRegion, offset }: Omit<ScanShape, 'scan'>) {
  return `
    ${scanOnce(hasRegion ? 'and s.region = $8' : '')}
    limit ${LIMIT} offset ${offset}`
}

/** Scans each birth year for its most recently active members, which is a short index read, and merges the results. */
function scanByBirthYear({ hasRegion, offset }: Omit<ScanShape, 'scan'>) {
  return `
    select s.user_id, s.last_active_at
    from unnest((select $8::int[])) year (of_birth)
    cross join lateral (
      ${scanOnce(`and s.birth_year = year.of_birth ${hasRegion ? 'and s.region = $9' : ''}`)}
      limit ${LIMIT + offset}
    ) s
    order by s.last_active_at desc, s.user_id desc
    limit ${LIMIT} offset ${offset}`
}

/**
 * Reads one index in its own order. The day of birth is compared through expressions, which prevents the planner from
 * using an index on it and sorting. Values in sub-selects get the same row estimate whatever they are, so PostgreSQL
 * settles on one generic plan and stops planning each execution.
 */
function scanOnce(conditions: string) {
  return `select s.user_id, s.last_active_at
    from profile_search s
    where s.visible and s.country = $2 and s.gender = $3 ${conditions}
      and (s.last_active_at, s.user_id) < ((select $6::timestamptz), (select $7::bigint))
      and s.birth_date + 0 >= $4::date and s.birth_date - 0 <= $5::date
      and s.user_id <> $1::bigint
      and ${notBlockedText('$1::bigint', 's.user_id')}
    order by s.last_active_at desc, s.user_id desc`
}

type Search = (db: Queryable, values: unknown[]) => Promise<CardRow[]>

const searches: Record<Scan, { anywhere: Search; inRegion: Search }> = {
  recent: {
    anywhere: prepared('search_recent', searchText({ scan: 'recent', hasRegion: false, offset: 0 })),
    inRegion: prepared('search_recent_region', searchText({ scan: 'recent', hasRegion: true, offset: 0 })),
  },
  years: {
    anywhere: prepared('search_years', searchText({ scan: 'years', hasRegion: false, offset: 0 })),
    inRegion: prepared('search_years_region', searchText({ scan: 'years', hasRegion: true, offset: 0 })),
  },
}

/** Key of the first page: it sorts before every row. */
const FIRST = { at: 'infinity', id: Number.MAX_SAFE_INTEGER }

/** Returns the parameter values for `searchText`. */
export function searchValues({
  scan,
  after,
  viewerId,
  country,
  gender,
  born,
  region,
}: SearchCriteria & { scan: Scan; after: PageKey | null }) {
  const { at, id } = after ?? FIRST
  const values: unknown[] = [viewerId ?? 0, country, gender, born.from, born.until, at, id]
  if (scan === 'years') values.push(yearsOf(born))
  if (region !== null) values.push(region)
  return values
}

/** Finds one page plus one row, most recently active first, after a key or an offset. */
export async function findPage(
  db: Queryable,
  { offset, ...page }: SearchCriteria & { scan: Scan; after: PageKey | null; offset: number },
) {
  const { scan, region } = page
  const values = searchValues(page)
  const { anywhere, inRegion } = searches[scan]
  if (offset === 0) return region === null ? anywhere(db, values) : inRegion(db, values)
  const text = searchText({ scan, hasRegion: region !== null, offset })
  const { rows } = await db.executeQuery<CardRow>(CompiledQuery.raw(text, values))
  return rows
}

/**
 * Returns the SQL of the exact count: stored counts of whole months, plus the members of the two partial months, minus
 * the viewer and blocked members. Fictional profiles are found and not counted (PRO-13). Parameters: $1 viewer, $2 country, $3 gender, $4 region or '' for the whole country,
 * $5 and $6 the months before and after the whole months, $7 to $10 the two partial months, $11 and $12 the range.
 */
export function countText({ hasRegion }: { hasRegion: boolean }) {
  const condition = `s.visible and not s.is_fictional and s.country = $2 and s.gender = $3`
  return `select months.matching
      + (${edgeText({ condition, hasRegion, from: '$7', until: '$8' })})
      + (${edgeText({ condition, hasRegion, from: '$9', until: '$10' })})
      - (
        select count(*)
        from (select $1::bigint as user_id union all ${blockedIdsText('$1')}) hidden
        cross join lateral (select * from profile_search where user_id = hidden.user_id limit 1) s
        where ${condition} ${hasRegion ? 'and s.region = $4' : ''} and s.birth_date between $11::date and $12::date
      ) as matching,
      months.total
    from (
      select coalesce(sum(n) filter (where birth_month > $5::int and birth_month < $6::int), 0) as matching,
        coalesce(sum(n), 0) as total
      from member_counts
      where country = $2 and gender = $3 and region = $4
    ) months`
}

/**
 * Returns SQL that counts the members of a partial month. The region is compared through an expression, so that the
 * planner uses the index by day of birth. Otherwise it treats region and country as independent, underestimates the
 * rows of a region and reads all of them. The `limit 1` in `countText` has the same purpose: it turns the subtraction
 * of hidden members into one index look-up for each.
 */
function edgeText({
  condition,
  hasRegion,
  from,
  until,
}: {
  condition: string
  hasRegion: boolean
  from: string
  until: string
}) {
  return `
        select count(*)
        from profile_search s
        where ${condition} ${hasRegion ? `and s.region || '' = $4` : ''}
          and s.birth_date between ${from}::date and ${until}::date
      `
}

export interface Counts {
  /** Exact number of members that the viewer can find. */
  matching: number
  /** Members of any age in the same country, region and gender, including those hidden from the viewer. */
  total: number
}

const counts = {
  anywhere: prepared<Counts>('count_members', countText({ hasRegion: false })),
  inRegion: prepared<Counts>('count_members_region', countText({ hasRegion: true })),
}

const EMPTY_RANGE: BirthRange = { from: 'infinity', until: '-infinity' }

/** Returns the parameter values for `countText`. */
export function countValues({ viewerId, country, gender, region, born }: SearchCriteria) {
  const { monthsAfter, monthsBefore, firstEdge, lastEdge } = countParts(born)
  const last = lastEdge ?? EMPTY_RANGE
  return [
    viewerId ?? 0,
    country,
    gender,
    region ?? '',
    monthsAfter,
    monthsBefore,
    firstEdge.from,
    firstEdge.until,
    last.from,
    last.until,
    born.from,
    born.until,
  ]
}

export async function countMatching(db: Queryable, criteria: SearchCriteria): Promise<Counts> {
  const [row] = await (criteria.region === null ? counts.anywhere : counts.inRegion)(db, countValues(criteria))
  if (!row) throw new Error('the count returned no row')
  return row
}
