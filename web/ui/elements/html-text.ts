const needsEscape = /["'&<>\u0100-\uffff]/
const isBeyondLatin1 = /[^\0-\xff]/
const references: Record<string, string> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Returns a text as the server's React writes it between tags and in attributes, characters beyond Latin-1 as references
 * (web/vite/one-byte-html.ts).
 */
export function htmlText(text: string) {
  if (!needsEscape.test(text)) return text
  const escaped = text.replaceAll(/["'&<>]|[^\0-\xff]/gu, referenceOf)
  // The result of a replacement has as many bytes per character as the text before it: it is copied.
  return isBeyondLatin1.test(text) ? Buffer.from(escaped, 'latin1').toString('latin1') : escaped
}

function referenceOf(character: string) {
  const code = character.codePointAt(0) ?? 0
  // A browser reads a reference to half a pair as the replacement character.
  return references[character] ?? `&#${code >= 0xd800 && code <= 0xdfff ? 0xfffd : code};`
}
