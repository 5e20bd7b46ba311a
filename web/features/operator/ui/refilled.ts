/**
 * Returns a queue with more that the server gave: what is left stays first and in its order, and what was
 * decided while the reply was on its way does not come back.
 */
export function refilled<Item extends { id: string }>(
  left: readonly Item[],
  more: readonly Item[],
  decided: ReadonlySet<string>,
): Item[] {
  const ids = new Set([...left.map(({ id }) => id), ...decided])
  return [...left, ...more.filter(({ id }) => !ids.has(id))]
}
