import { CompiledQuery } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import { SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import type { Gender } from '#contract/profiles.ts'
import { notBlockedText } from '#server/features/moderation/views.ts'
import { cardColumns, cardJoins, type CardRow } from '#server/features/profiles/views.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { countParts, yearsOf, type BirthRange, type Scan } from './rules.ts'

/** Whom to look for, and for whom. */
export interface SearchCriteria {
  viewerId: number | null
  country: CountryCode
  gender: Gender
  region: string | null
  born: BirthRange
}

/** One more than a page, to know whether there is another. */
const LIMIT = SEARCH_PAGE_SIZE + 1

interface ScanShape {
  scan: Scan
  hasRegion: boolean
  /** Rows to leave out first, for a jump to a page by its number. */
  offset: number
}

/**
 * The SQL of one page of results, cards included. Parameters: $1 viewer (0 without log-in), $2 country, $3 gender,
 * $4 and $5 first and last birth day, $6 and $7 activity and key of the row before the page; then the birth years as an
 * array for the walk by years, then the region if `hasRegion`.
 */
export function searchText({ scan, hasRegion, offset }: ScanShape) {
  const inner = scan === 'recent' ? scanByActivity({ hasRegion, offset }) : scanByBirthYear({ hasRegion, offset })
  return `select ${cardColumns({ lastActiveAt: 'wanted.last_active_at' })}
  from (${inner}
  ) wanted
  ${cardJoins('$1')}
  order by wanted.last_active_at desc, wanted.user_id desc`
}

function scanByActivity({ hasRegion, offset }: Omit<ScanShape, 'scan'>) {
  return `
    ${scanOnce(hasRegion ? 'and s.region = $8' : '')}
    limit ${LIMIT} offset ${offset}`
}

/** The latest of each birth year, each a short ordered read, then the latest of all these. */
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
 * Reads an index in its own order and nothing else. The birth day is compared through expressions, so that the planner
 * cannot take an index on it instead and sort. What goes through a sub-select has the same estimate for any value, so
 * that PostgreSQL finds planning each time worth nothing and keeps one plan.
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

/** Before everybody: the key of the first page. */
const FIRST = { at: 'infinity', id: Number.MAX_SAFE_INTEGER }

/** Values for the parameters of `searchText`. */
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

/** One page and one row more, most recently active first, after a key or after so many rows. */
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
 * The SQL of the exact count. Parameters: $1 viewer, $2 country, $3 gender, $4 region or '' for the whole country,
 * $5 and $6 months around the whole months, $7 to $10 the two edges, $11 and $12 the range.
 */
export function countText({ hasRegion }: { hasRegion: boolean }) {
  const those = `s.visible and s.country = $2 and s.gender = $3`
  return `select months.matching
      + (${edgeText({ those, hasRegion, from: '$7', until: '$8' })})
      + (${edgeText({ those, hasRegion, from: '$9', until: '$10' })})
      - (
        select count(*)
        from (select $1::bigint as user_id union all select other_id from blocks where user_id = $1) hidden
        cross join lateral (select * from profile_search where user_id = hidden.user_id limit 1) s
        where ${those} ${hasRegion ? 'and s.region = $4' : ''} and s.birth_date between $11::date and $12::date
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
 * Counts the days of one month. The region is compared through an expression, so that the planner takes the index by
 * birth day: it thinks a region far rarer than it is, as if it had nothing to do with the country, and would read all of
 * it. The limit above is there for the same reason: it makes the hidden ones a look-up of one key each.
 */
function edgeText({
  those,
  hasRegion,
  from,
  until,
}: {
  those: string
  hasRegion: boolean
  from: string
  until: string
}) {
  return `
        select count(*)
        from profile_search s
        where ${those} ${hasRegion ? `and s.region || '' = $4` : ''} and s.birth_date between ${from}::date and ${until}::date
      `
}

export interface Counts {
  /** Whom the viewer can find, exactly. */
  matching: number
  /** Members of any age there, hidden ones included. */
  total: number
}

const counts = {
  anywhere: prepared<Counts>('count_members', countText({ hasRegion: false })),
  inRegion: prepared<Counts>('count_members_region', countText({ hasRegion: true })),
}

const EMPTY_RANGE: BirthRange = { from: 'infinity', until: '-infinity' }

/** Values for the parameters of `countText`. */
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
  if (!row) throw new Error('a count without a row')
  return row
}
