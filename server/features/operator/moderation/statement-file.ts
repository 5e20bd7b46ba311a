import { Readable } from 'node:stream'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { statementFields, type StatementFields } from '#server/features/moderation/cases/statement-fields.ts'
import { exportStatements } from '#server/features/moderation/cases/statements.ts'
import { csvReply } from '#server/platform/http/csv.ts'
import { FileReply } from '#server/platform/http/file-reply.ts'

interface Times {
  /** Days in UTC, both included. */
  from: string
  to: string
  format: 'csv' | 'json'
}

/** Returns the statements of reasons of some days as a file, read while it is sent (MOD-28). */
export function statementFile({ db }: Pick<AppContext, 'db'>, { from, to, format }: Times) {
  const end = new Date(Date.parse(to) + DAY)
  const statements = exportStatements({ db }, { from: new Date(from), to: end })
  const name = `statements-${from}-${to}`
  if (format === 'json')
    return new FileReply({
      name: `${name}.jsonl`,
      type: 'application/x-ndjson; charset=utf-8',
      content: Readable.from(jsonLines(statements)),
    })
  return csvReply({ name: `${name}.csv`, columns: statementFields, rows: csvRows(statements) })
}

type Statements = ReturnType<typeof exportStatements>

async function* jsonLines(statements: Statements) {
  for await (const statement of statements) yield `${JSON.stringify(statement)}\n`
}

async function* csvRows(statements: Statements) {
  for await (const statement of statements) yield statementFields.map((field) => cellOf(statement[field]))
}

/** Lists are cells of JSON, as in the files that the database publishes. */
function cellOf(value: StatementFields[keyof StatementFields]) {
  return Array.isArray(value) ? JSON.stringify(value) : (value ?? null)
}
