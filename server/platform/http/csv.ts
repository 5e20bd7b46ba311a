import { Readable } from 'node:stream'
import { FileReply } from './file-reply.ts'

/** What a cell can contain. Numbers and dates are written as such; texts are made safe. */
export type CsvCell = string | number | boolean | Date | null

/** Line breaks of RFC 4180; by the mark spreadsheets see that the file is UTF-8. */
const LINE_END = '\r\n'
const BYTE_ORDER_MARK = '\uFEFF'
/** Lines that are sent together. */
const LINES_PER_CHUNK = 200

/**
 * Returns a CSV file that is sent while its rows are read, so that a million of them need no memory.
 * `columns`: the names of the first line, in the order of the cells of each row.
 */
export function csvReply({
  name,
  columns,
  rows,
}: {
  name: string
  columns: readonly string[]
  rows: AsyncIterable<readonly CsvCell[]>
}) {
  return new FileReply({ name, type: 'text/csv; charset=utf-8', content: Readable.from(csvLines(columns, rows)) })
}

async function* csvLines(columns: readonly string[], rows: AsyncIterable<readonly CsvCell[]>) {
  let lines = BYTE_ORDER_MARK + csvLine(columns)
  let count = 1
  for await (const row of rows) {
    lines += csvLine(row)
    count += 1
    if (count < LINES_PER_CHUNK) continue
    yield lines
    lines = ''
    count = 0
  }
  if (lines) yield lines
}

export function csvLine(cells: readonly CsvCell[]) {
  return cells.map(csvCell).join(',') + LINE_END
}

/**
 * Returns a cell. Spreadsheets run a text that starts like a formula, also behind a tab or a line break
 * (CSV injection); an apostrophe before it makes it a text.
 */
function csvCell(value: CsvCell) {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const safe = /^(?:[\s\p{Cc}]*[=+\-@＝＋－＠|%]|[\t\r\n])/u.test(value) ? `'${value}` : value
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
