/**
 * Returns the first letter of a name in upper case, by the rules of no language: server and browser have to agree. A letter
 * of several code units stays whole.
 */
export function initialOf(name: string) {
  const [first = ''] = name.trim()
  return first.toUpperCase()
}
