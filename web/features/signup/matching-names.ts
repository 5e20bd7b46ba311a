/** A name without case and accents, as people type it. */
function fold(name: string) {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/** Whether two names differ in case and accents only. */
export function isSameName(one: string, other: string) {
  return fold(one) === fold(other)
}

/** Names that begin with a text, then those that contain it. */
export function matchingNames(names: readonly string[], text: string) {
  const folded = fold(text)
  const beginning = names.filter((name) => fold(name).startsWith(folded))
  const containing = names.filter((name) => !beginning.includes(name) && fold(name).includes(folded))
  return [...beginning, ...containing]
}
