/**
 * Returns the earlier of two instants. The page's clock ticks once a minute: a message sent since then would
 * otherwise appear to be sent in the future.
 */
export function earlierOf(one: Date, other: Date) {
  return one < other ? one : other
}
