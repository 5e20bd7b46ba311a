import { countStatement, searchStatement, type SearchShape } from '#server/features/search/member-query.ts'
import type { BenchDatabase } from './database.ts'

const both = [false, true]
const scans = ['years', 'either', 'near'] as const

/** The shapes of all statements that a search or its suggestions can send. */
const shapes: SearchShape[] = scans.flatMap((scan) =>
  both.flatMap((hasRegion) =>
    both.flatMap((isVisitor) => both.map((isStored) => ({ scan, hasRegion, isVisitor, isStored }))),
  ),
)

/** Has no rows here, and is asked only about members in privacy mode: reading an empty table is the right plan. */
const emptyTables = /Seq Scan on (?:conversations|conversation_members|messages)\b/

/**
 * Asserts that no statement of the search reads a whole table, or a table of members by anything but an index, in the
 * plan that PostgreSQL settles on. At a small size such a plan can be the right one, so this belongs to no test.
 */
export async function checkPlans({ admin }: BenchDatabase) {
  const statements = shapes.flatMap((shape) => [
    { shape, text: searchStatement(shape, 0).text },
    { shape, text: countStatement(shape).text },
  ])
  for (const { shape, text } of statements) {
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
    const plan = rows.map((row) => row['QUERY PLAN'])
    const wrong = plan.filter((line) => /Seq Scan|Bitmap|Hash Join|Merge Join/.test(line) && !emptyTables.test(line))
    if (wrong.length > 0) throw new Error(`${JSON.stringify(shape)}: ${wrong.join('; ')}\n${plan.join('\n')}`)
  }
}
