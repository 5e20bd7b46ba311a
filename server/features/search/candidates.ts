import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { countText } from './count-text.ts'
import { notBlockedText } from '#server/features/visibility/fragments.ts'
import { FICTIONAL_MASK, notLookingFor } from './facets.ts'
import { parameterValues, shapeOf, type SearchCriteria, type SearchShape } from './member-query.ts'
import { parameterTypes, toStatement, valuesOf, type ParameterName } from './parameters.ts'
import { pageText } from './scan-text.ts'

/** Narrows a search to real members who look for the viewer's gender too. */
export function bothWays(criteria: SearchCriteria, { gender }: { gender: Gender }): SearchCriteria {
  return { ...criteria, excluded: criteria.excluded | FICTIONAL_MASK | notLookingFor(gender) }
}

interface CandidateQuery<Own extends string> {
  name: string
  /** The parameters of the statement that are not those of the search, with their types. */
  ownTypes: Record<Own, string>
  /** How many members are read: the most recently active ones. */
  rows: number
  /** A further condition on `s.user_id`, which a key look-up answers. */
  condition: string
  /** The statement after `with candidates (user_id, last_active_at)`, with parameters in braces. */
  text: string
}

interface CandidateInput<Own extends string> {
  criteria: SearchCriteria
  now: Date
  own: Record<Own, unknown>
}

/**
 * Defines another slice's statement about the members that a search finds, read from the same indexes as in
 * the search; each shape of a search is prepared once.
 */
export function candidateQuery<Row, Own extends string>({ name, ownTypes, ...query }: CandidateQuery<Own>) {
  const types: Record<Own | ParameterName, string> = { ...parameterTypes, ...ownTypes }
  const statements = new Map<string, ReturnType<typeof prepare>>()

  function prepare(shape: SearchShape) {
    const statement = toStatement(candidatesText(shape, query), types)
    const flags = [shape.hasRegion && 'region', shape.isStored && 'stored'].filter((flag) => flag !== false)
    return { statement, run: prepared<Row>([name, shape.scan, ...flags].join('_'), statement.text) }
  }

  return (db: Queryable, { criteria, now, own }: CandidateInput<Own>) => {
    const shape = shapeOf(criteria)
    const key = `${shape.scan} ${shape.hasRegion} ${shape.isStored}`
    const { statement, run } = statements.get(key) ?? prepare(shape)
    statements.set(key, { statement, run })
    const page = { after: null, offset: 0, now }
    return run(db, valuesOf(statement, { ...parameterValues(criteria, page), ...own }))
  }
}

function candidatesText(
  shape: SearchShape,
  { rows, condition, text }: Omit<CandidateQuery<never>, 'name' | 'ownTypes'>,
) {
  return `with counts as materialized (
    ${countText(shape)}
  ),
  candidates as (
    ${pageText({ ...shape, rows, condition })}
  )
  ${text}`
}

interface KnownQuery<Own extends string> extends Omit<CandidateQuery<Own>, 'rows'> {
  /** The keys of the members, SQL with parameters in braces. */
  members: string
}

/**
 * Defines another slice's statement about given members, as far as a search without filters would find them
 * today: see `candidateQuery`.
 */
export function knownMembersQuery<Row, Own extends string>({
  name,
  ownTypes,
  members,
  condition,
  text,
}: KnownQuery<Own>) {
  const statement = toStatement<Own | ParameterName>(
    `with candidates as (
      select s.user_id, s.last_active_at
      from profile_search s
      where s.user_id = any(${members}) and s.visible and s.user_id <> {viewer}
        and ${notBlockedText('{viewer}', 's.user_id')}
        and ${condition}
    )
    ${text}`,
    { ...parameterTypes, ...ownTypes },
  )
  const run = prepared<Row>(name, statement.text)

  return (db: Queryable, { criteria, now, own }: CandidateInput<Own>) => {
    const page = { after: null, offset: 0, now }
    return run(db, valuesOf(statement, { ...parameterValues(criteria, page), ...own }))
  }
}
