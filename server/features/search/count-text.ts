import { SEARCH_COUNT_MAX } from '#contract/limits.ts'
import { blockedIdsText } from '#server/features/visibility/fragments.ts'
import { cappedCountText, type ScanShape } from './scan-text.ts'

export interface CountShape extends ScanShape {
  /** The filters are those of `member_counts`; otherwise members are counted one by one up to a maximum. */
  isStored: boolean
}

/**
 * Returns SQL with one row: `matching`, the number of members found; and `by_year`, whether reading each
 * birth year takes less than scanning all by activity, because a match is unlikely there.
 */
export function countText(shape: CountShape) {
  if (shape.isStored) return storedCountText(shape)
  const matching = cappedCountText({ ...shape, max: SEARCH_COUNT_MAX })
  // A count that ended at its maximum says nothing about how many there are: enough for a scan by activity.
  return `select matching, matching <= ${SEARCH_COUNT_MAX} and cardinality({years}) * matching < (
      select coalesce(sum(n), 0) from member_counts where ${placeText} and born_in < 0
    ) as by_year
    from (select (${matching}) as matching offset 0) counted`
}

/**
 * The exact count: stored counts of whole years and of whole months around them, plus the members of the two
 * partial months, minus the viewer and blocked members. Fictional profiles are found, not counted (PRO-13).
 * `offset 0` makes the planner compute a column once that is used twice.
 */
function storedCountText({ hasRegion }: CountShape) {
  const condition = `s.visible and not s.is_fictional and s.country = {country} and s.gender = any((select {genders})::text[])`
  return `select matching, cardinality({years}) * matching < total as by_year
    from (
      select years.total, years.matching
        + (${monthsText('{monthsAfter}', '{firstYearBefore}')})
        + (${monthsText('{lastYearAfter}', '{monthsBefore}')})
        + (${edgeText({ condition, hasRegion, from: '{firstFrom}', until: '{firstUntil}' })})
        + (${edgeText({ condition, hasRegion, from: '{lastFrom}', until: '{lastUntil}' })})
        - (
          select count(*)
          from (select {viewer} as user_id union all ${blockedIdsText('{viewer}')}) hidden
          cross join lateral (select * from profile_search where user_id = hidden.user_id limit 1) s
          where ${condition} ${hasRegion ? 'and s.region = {region}' : ''}
            and s.birth_date between (select {bornFrom}) and (select {bornUntil})
        ) as matching
      from (
        select coalesce(sum(n) filter (where -born_in > {yearsAfter} and -born_in < {yearsBefore}), 0) as matching,
          coalesce(sum(n), 0) as total
        from member_counts
        where ${placeText} and born_in < 0
      ) years
      offset 0
    ) counted`
}

const placeText = `country = {country} and gender = any((select {genders})::text[]) and region = {region}`

/** Returns SQL that adds up the stored counts of the months strictly between two. */
function monthsText(after: string, before: string) {
  return `
        select coalesce(sum(n), 0) from member_counts where ${placeText} and born_in > ${after} and born_in < ${before}
      `
}

interface Edge {
  condition: string
  hasRegion: boolean
  from: string
  until: string
}

/**
 * Returns SQL that counts the members of a partial month. The region is compared through an expression, so
 * that the planner uses the index by day of birth. Otherwise it treats region and country as independent,
 * underestimates a region's rows and reads all of them. The `limit 1` in `storedCountText` has the same
 * purpose: it turns the subtraction of hidden members into one index look-up each.
 */
function edgeText({ condition, hasRegion, from, until }: Edge) {
  return `
        select count(*)
        from profile_search s
        where ${condition} ${hasRegion ? `and s.region || '' = {region}` : ''}
          and s.birth_date between (select ${from}) and (select ${until})
      `
}
