/** Signs in the line of a tile on the narrowest phones, more or less. */
const LINE_LENGTH = 24

/** Returns the name of an interest as it is written within a sentence: in German every noun has a capital. */
export function withinSentence(name: string, locale: string) {
  return locale.startsWith('de') ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1)
}

/** Returns a line about two of the names; where a phone would cut it, about the first and how many follow. */
export function fittingLine(names: readonly string[], lineOf: (shown: readonly string[]) => string) {
  const line = lineOf(names.slice(0, 2))
  const [first, ...others] = names
  if (first === undefined || others.length === 0 || line.length <= LINE_LENGTH) return line
  return `${lineOf([first])} +${others.length}`
}
