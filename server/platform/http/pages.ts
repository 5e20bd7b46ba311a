/** Returns how many rows to fetch for a page: one more than its size shows whether another page follows. */
export function rowsFor(size: number) {
  return size + 1
}

/** Splits rows fetched with `rowsFor`. The next page starts after `last`, which is null on the last page. */
export function pageOf<Row>(rows: Row[], size: number): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, size)
  return { page, last: rows.length > size ? (page.at(-1) ?? null) : null }
}
