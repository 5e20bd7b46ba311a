export type PageSlot = { page: number; isNeighbour: boolean } | 'gap'

/**
 * Which page numbers to offer: the first, the last, this one and its neighbours; a gap stands for two or more.
 * 6 of 20 → 1 … 5 6 7 … 20
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

/** The next number that is shown, without walking through forty thousand pages. */
function next(number: number, page: number, pageCount: number) {
  const candidates = [page - 1, page, page + 1, pageCount].filter((candidate) => candidate > number)
  return Math.min(...candidates, Infinity)
}
