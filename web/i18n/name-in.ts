/** A character that no text contains. It is in Latin-1: the page must stay a text with one byte per character. */
export const PLACE_OF_NAME = '\u001F'

/**
 * Makes a function that puts a name into a text with one value, for lists in which the text occurs many times: the text is
 * formatted once.
 */
export function nameIn(textWith: (name: string) => string) {
  let parts: string[] | undefined
  return (name: string) => {
    parts ??= textWith(PLACE_OF_NAME).split(PLACE_OF_NAME)
    return parts.join(name)
  }
}
