import { foldName } from '#contract/settings/fold-name.ts'

/** Whether two names differ in case and accents only. */
export function isSameName(one: string, other: string) {
  return foldName(one.trim()) === foldName(other.trim())
}

/** Names that begin with a text, then those that contain it. */
export function matchingNames(names: readonly string[], text: string) {
  const folded = foldName(text.trim())
  const beginning = names.filter((name) => foldName(name).startsWith(folded))
  const containing = names.filter((name) => !beginning.includes(name) && foldName(name).includes(folded))
  return [...beginning, ...containing]
}
