/** Returns a set with an element that it had not, or without one that it had. */
export function toggled(set: ReadonlySet<string>, element: string): ReadonlySet<string> {
  const copy = new Set(set)
  if (!copy.delete(element)) copy.add(element)
  return copy
}
