import { combinationStatement } from '#server/features/search/combination-query.ts'
import {
  countStatement,
  searchStatement,
  type SearchCriteria,
  type SearchShape,
} from '#server/features/search/member-query.ts'
import type { BenchDatabase } from './database.ts'

const both = [false, true]
const scans = ['years', 'either', 'near'] as const

/** The shapes of all statements that a search or its suggestions can send. */
const shapes: SearchShape[] = scans.flatMap((scan) =>
  both.flatMap((hasRegion) =>
    both.flatMap((isVisitor) => both.map((isStored) => ({ scan, hasRegion, isVisitor, isStored }))),
  ),
)

/** A search with every kind of filter. */
const strict: SearchCriteria = {
  viewerId: 1,
  country: 'NL',
  genders: ['female', 'male'],
  region: 'Utrecht',
  born: { from: '1990-01-01', until: '1994-12-31' },
  excluded: 1n << 41n,
  leastId: 1,
  activeSince: new Date(0),
  cells: null,
  showsInterests: true,
}

/** The same search in a region, in a country and near a place. */
const strictSearches: SearchCriteria[] = [
  strict,
  { ...strict, region: null },
  { ...strict, region: null, cells: [{ cell: 1, distanceKm: 10 }] },
]

/** The same search with one filter relaxed each, as in the suggestions. */
function relaxedSearches(criteria: SearchCriteria): SearchCriteria[] {
  const all = { ...criteria, region: null, cells: null }
  const place = criteria.region === null && criteria.cells === null ? [] : [all]
  return [
    ...place,
    { ...criteria, born: { from: '1985-01-01', until: '1999-12-31' } },
    { ...criteria, born: { from: '1920-01-01', until: '2008-12-31' } },
    { ...criteria, excluded: 0n },
    { ...criteria, leastId: 0 },
    { ...criteria, activeSince: null },
  ]
}

/** Empty here, and used only for members in privacy mode: reading an empty table is the right plan. */
const emptyTables = /Seq Scan on (?:conversations|conversation_members|messages)\b/

/**
 * Asserts that no statement of the search reads a whole table, or a table of members without an index, in
 * PostgreSQL's final plan. At a small size such a plan can be right, so this is no test.
 */
export async function checkPlans({ admin }: BenchDatabase) {
  const statements = [
    ...shapes.flatMap((shape) => [
      { what: shape, text: searchStatement(shape, 0).text },
      { what: shape, text: countStatement(shape).text },
    ]),
    ...strictSearches.map((criteria) => ({
      what: { region: criteria.region, cells: criteria.cells },
      text: combinationStatement({ criteria, relaxed: relaxedSearches(criteria) }).text,
    })),
  ]
  for (const { what, text } of statements) {
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
    const plan = rows.map((row) => row['QUERY PLAN'])
    const wrong = plan.filter((line) => /Seq Scan|Bitmap|Hash Join|Merge Join/.test(line) && !emptyTables.test(line))
    if (wrong.length > 0) throw new Error(`${JSON.stringify(what)}: ${wrong.join('; ')}\n${plan.join('\n')}`)
  }
}
