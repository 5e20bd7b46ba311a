/** Returns the list with the item at `from` moved to `to`; a place outside the list is its nearest end. */
export function moved<Item>(list: readonly Item[], { from, to }: { from: number; to: number }): Item[] {
  const item = list[from]
  if (item === undefined) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item)
}

/** By how many places a key moves an item, or null. `columns` is the number of items in a row. */
export function stepOfKey(key: string, { columns, isRightToLeft }: { columns: number; isRightToLeft: boolean }) {
  const forward = isRightToLeft ? -1 : 1
  const steps: Record<string, number> = {
    ArrowLeft: -forward,
    ArrowRight: forward,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -Infinity,
    End: Infinity,
  }
  return steps[key] ?? null
}
