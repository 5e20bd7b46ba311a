import { CompiledQuery } from 'kysely'
import { SEARCH_SUGGESTIONS } from '#contract/limits.ts'
import { blockedIdsText } from '#server/features/visibility/fragments.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { FICTIONAL_MASK } from './facets.ts'
import { parameterValues, type SearchCriteria } from './member-query.ts'
import { parameterTypes, toStatement, valuesOf } from './parameters.ts'
import type { BirthRange } from './rules.ts'

/** The most recently active members to compare: bounds the work, however many members a country has. */
const MEMBERS_READ = 20_000

interface Combinations {
  /** The search. */
  criteria: SearchCriteria
  /** The same search with one filter relaxed each. Ages can be widened twice, the wider ones later. */
  relaxed: readonly SearchCriteria[]
}

/**
 * Finds the fewest filters that together have to be relaxed so that a search finds a member. Returns
 * combinations of that size as indexes of `relaxed`, those with most members first. Reads each member once: a
 * bit per filter is set where the member fails it.
 */
export async function findCombinations(db: Queryable, { now, ...combinations }: Combinations & { now: Date }) {
  const { text, names } = combinationStatement(combinations)
  const values = parameterValues(combinations.criteria, { after: null, offset: 0, now })
  const { rows } = await db.executeQuery<{ failed: number }>(CompiledQuery.raw(text, valuesOf({ text, names }, values)))
  return rows.map(({ failed }) => combinations.relaxed.flatMap((_, index) => (failed & (1 << index) ? [index] : [])))
}

/** Returns the statement of `findCombinations`. */
export function combinationStatement({ criteria, relaxed }: Combinations) {
  const place = relaxed.findIndex((each) => each.region !== criteria.region || isNear(each) !== isNear(criteria))
  const bits = relaxed.flatMap((each, index) => {
    const condition = failsText(criteria, { relaxed: each, before: relaxed.slice(0, index) })
    return condition ? [`((${condition})::int << ${index})`] : []
  })
  const { from, until } = relaxed.map(({ born }) => born).reduce(widest, criteria.born)
  const read = (prefix: string, condition: string, failed: number) => `select ${[failed, ...bits].join(' | ')} as failed
    from (
      select s.*
      from ${prefix}
      cross join lateral (
        select s.user_id, s.birth_date, s.last_active_at, s.facets
        from profile_search s
        where s.visible and s.country = {country} and s.gender = g.gender ${condition}
        order by s.last_active_at desc, s.user_id desc
        limit ${MEMBERS_READ}
      ) s
      limit ${MEMBERS_READ * criteria.genders.length}
    ) s
    where s.birth_date between '${from}' and '${until}'
      and s.facets & ${FICTIONAL_MASK} = 0
      and s.user_id <> {viewer}
      and s.user_id not in (${blockedIdsText('{viewer}')})`
  const genders = 'unnest({genders}) g (gender)'
  // The members of the place, and those of the whole country as if elsewhere: the fewer count.
  const parts = [
    isNear(criteria)
      ? read(`${genders} cross join unnest({cells}) c (cell)`, 'and s.cell = c.cell', 0)
      : read(genders, criteria.region === null ? '' : 'and s.region = {region}', 0),
    ...(place < 0 ? [] : [read(genders, '', 1 << place)]),
  ]
  return toStatement(
    `select failed
    from (
      select failed, count(*) as n, bit_count(failed::bit(32)) as size, min(bit_count(failed::bit(32))) over () as least
      from (${parts.join(' union all ')}) members
      where failed & (failed - 1) <> 0
      group by failed
    ) combination
    where size = least
    order by n desc, failed
    limit ${2 * SEARCH_SUGGESTIONS}`,
    parameterTypes,
  )
}

interface Step {
  relaxed: SearchCriteria
  /** The steps before it. */
  before: readonly SearchCriteria[]
}

/** Returns SQL that is true where a row `s` fails the filter that a step relaxes; undefined for the place. */
function failsText({ excluded, leastId, activeSince, born }: SearchCriteria, { relaxed, before }: Step) {
  const facets = excluded & ~relaxed.excluded
  if (facets !== 0n) return `s.facets & ${facets} <> 0`
  if (relaxed.leastId !== leastId) return 's.user_id < {leastId}'
  if (relaxed.activeSince !== activeSince) return 's.last_active_at < {activeSince}'
  if (relaxed.born.from === born.from && relaxed.born.until === born.until) return undefined
  const narrower = before.map((each) => each.born).reduce(widest, born)
  return `s.birth_date not between '${narrower.from}' and '${narrower.until}'
    and s.birth_date between '${relaxed.born.from}' and '${relaxed.born.until}'`
}

function widest(one: BirthRange, other: BirthRange): BirthRange {
  return {
    from: one.from < other.from ? one.from : other.from,
    until: one.until > other.until ? one.until : other.until,
  }
}

function isNear({ cells }: SearchCriteria) {
  return cells !== null
}
