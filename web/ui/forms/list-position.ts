interface Move {
  /** Position in the list, or -1 for the text field itself. */
  active: number
  count: number
  key: 'ArrowDown' | 'ArrowUp'
}

/** The position after an arrow key. The list is a circle that the text field is part of. */
export function moveActive({ active, count, key }: Move) {
  const places = count + 1
  return ((active + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1
}
