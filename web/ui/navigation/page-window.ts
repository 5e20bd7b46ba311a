type PageSlot = { page: number; isNeighbour: boolean } | 'gap'

/**
 * Returns the page numbers to offer: the first, last and current one and its neighbours; a gap stands for two
 * or more pages. Page 6 of 20 gives 1 … 5 6 7 … 20.
 */
export function pageWindow({ page, pageCount }: { page: number; pageCount: number }): PageSlot[] {
  const slots: PageSlot[] = []
  let last = 0
  for (let number = 1; number <= pageCount; number = next(number, page, pageCount)) {
    if (number - last === 2) slots.push({ page: number - 1, isNeighbour: true })
    else if (number - last > 2) slots.push('gap')
    slots.push({ page: number, isNeighbour: number !== 1 && number !== pageCount && number !== page })
    last = number
  }
  return slots
}

/** Returns the next number to show without visiting those in between, which can be tens of thousands. */
function next(number: number, page: number, pageCount: number) {
  const candidates = [page - 1, page, page + 1, pageCount].filter((candidate) => candidate > number)
  return Math.min(...candidates, Infinity)
}
