import { Readable } from 'node:stream'
import { STATEMENT_PAGE_SIZE } from '#contract/limits.ts'
import type { StatementEntry } from '#contract/credits/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { statementRows } from './queries.ts'
import { isOfOrder, orderOf } from './rules.ts'

/** Rows that are read at a time for the file. */
const FILE_BATCH = 1000

type Row = Awaited<ReturnType<typeof statementRows>>[number]

/**
 * Lists one page of the changes of a member's balance, newest first.
 * @throws AppError `request.invalid` (invalid cursor)
 * Source: CRED-11.
 */
export async function listStatement(
  { db, cursors }: Pick<Context, 'db'> & { cursors: Cursors },
  { userId, after }: { userId: number; after: string | undefined },
) {
  const before = after === undefined ? null : cursors.open(after).id
  const rows = await statementRows(db, { userId, before, limit: rowsFor(STATEMENT_PAGE_SIZE) })
  const { page, last } = pageOf(rows, STATEMENT_PAGE_SIZE)
  return { entries: page.map(toEntry), next: last ? cursors.seal({ at: last.createdAt, id: last.id }) : null }
}

/** Writes all changes as CSV (RFC 4180), newest first, reading them in batches. */
export function statementFile({ db }: Pick<Context, 'db'>, userId: number) {
  return Readable.from(csvLines({ db }, userId))
}

async function* csvLines({ db }: Pick<Context, 'db'>, userId: number) {
  yield 'date,kind,credits,balance,payment\r\n'
  let before: number | null = null
  for (;;) {
    const rows: Row[] = await statementRows(db, { userId, before, limit: FILE_BATCH })
    // No value contains a comma or a quote: they are dates, kinds, numbers and ids.
    for (const { at, kind, amount, balanceAfter, orderId } of rows.map(toEntry))
      yield `${at},${kind},${amount},${balanceAfter},${orderId ?? ''}\r\n`
    before = rows.at(-1)?.id ?? null
    if (rows.length < FILE_BATCH) return
  }
}

function toEntry({ kind, ref, amount, balanceAfter, createdAt }: Row): StatementEntry {
  return { kind, amount, balanceAfter, at: createdAt.toISOString(), orderId: isOfOrder(kind) ? orderOf(ref) : null }
}
