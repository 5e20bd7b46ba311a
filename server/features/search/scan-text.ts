import { SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import { notBlockedText } from '#server/features/visibility/fragments.ts'
import { rowsFor } from '#server/platform/http/pages.ts'
import { FICTIONAL_MASK } from './facets.ts'

/** One row more than a page shows whether a next page exists. */
export const PAGE_ROWS = rowsFor(SEARCH_PAGE_SIZE)

/**
 * How members are found. `recent` scans by activity and skips other ages, `years` reads each birth year,
 * `either` decides by the count between these, and `near` reads each cell of the map around the viewer.
 */
export type Scan = 'recent' | 'years' | 'either' | 'near'

export interface ScanShape {
  scan: Scan
  hasRegion: boolean
}

/** The tables whose rows are index prefixes: each combination is one short read of an index in order. */
const prefixes = {
  recent: 'unnest((select {genders})) g (gender)',
  years: 'unnest((select {genders})) g (gender) cross join unnest((select {years})) y (of_birth)',
  near: 'unnest((select {genders})) g (gender) cross join unnest((select {cells})) c (cell)',
}

const prefixConditions = {
  recent: '',
  years: 'and s.birth_year = y.of_birth',
  near: 'and s.cell = c.cell',
}

type OneScan = Exclude<Scan, 'either'>

interface PageText extends ScanShape {
  rows: number
  offset?: number
  /** A further condition on `s`, a row of `profile_search`. */
  condition?: string
}

/** Returns SQL that reads rows of members, `user_id` and `last_active_at`, most recently active first. */
export function pageText({ scan, hasRegion, rows, offset = 0, condition = 'true' }: PageText) {
  const each = { hasRegion, rows: rows + offset, condition }
  const scans =
    scan === 'either'
      ? `${oneScan({ scan: 'recent', ...each })} and (select not by_year from counts)
        union all ${oneScan({ scan: 'years', ...each })} and (select by_year from counts)`
      : oneScan({ scan, ...each })
  return `select user_id, last_active_at
    from (${scans}) found
    order by last_active_at desc, user_id desc
    limit ${rows} offset ${offset}`
}

/**
 * A condition with values of `counts` alone is checked once, before the scan: PostgreSQL skips the other
 * scan.
 */
function oneScan({ scan, hasRegion, rows, condition }: Omit<Required<PageText>, 'offset'> & { scan: OneScan }) {
  return `select s.user_id, s.last_active_at
      from ${prefixes[scan]}
      cross join lateral (
        select s.user_id, s.last_active_at
        from profile_search s
        where ${foundText({ scan, hasRegion, excluded: '{excluded}' })}
          and (s.last_active_at, s.user_id) < ((select {afterAt}), (select {afterId}))
          and ${condition}
        order by s.last_active_at desc, s.user_id desc
        limit ${rows}
      ) s
      where true`
}

/** Returns SQL that counts members up to `max` and one more, fictional ones left out. Reads indexes only. */
export function cappedCountText({ scan, hasRegion, max }: ScanShape & { max: number }) {
  const counted: OneScan = scan === 'near' ? 'near' : 'years'
  return `select count(*)
    from (
      select from ${prefixes[counted]}
      cross join lateral (
        select from profile_search s
        where ${foundText({ scan: counted, hasRegion, excluded: `(${FICTIONAL_MASK} | {excluded})` })}
        limit ${max + 1}
      ) s
      limit ${max + 1}
    ) counted`
}

/**
 * Reads one index in its own order. Day of birth and key are compared through expressions, which prevents the
 * planner from using an index on them and sorting. Values in sub-selects get the same row estimate whatever
 * they are, so PostgreSQL settles on one generic plan and stops planning each execution.
 */
function foundText({ scan, hasRegion, excluded }: { scan: OneScan; hasRegion: boolean; excluded: string }) {
  return `s.visible and s.country = {country} and s.gender = g.gender ${hasRegion ? 'and s.region = {region}' : ''}
          ${prefixConditions[scan]}
          and s.last_active_at >= (select {activeSince})
          and s.birth_date + 0 >= {bornFrom} and s.birth_date - 0 <= {bornUntil}
          and s.facets & ${excluded} = 0
          and s.user_id + 0 >= {leastId}
          and s.user_id <> {viewer}
          and ${notBlockedText('{viewer}', 's.user_id')}`
}
