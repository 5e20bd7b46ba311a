/**
 * Returns the first letter of a name in upper case, by no language's rules: server and browser must agree. A
 * letter of several code units stays whole.
 */
export function initialOf(name: string) {
  const [first = ''] = name.trim()
  return first.toUpperCase()
}
