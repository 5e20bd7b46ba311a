/**
 * Returns a draft with a suggestion that the viewer has pressed. It replaces the last suggestion; the
 * viewer's own text stays above it.
 */
export function withSuggestion(text: string, { suggestion, before }: { suggestion: string; before: string | null }) {
  const own = (before !== null && text.endsWith(before) ? text.slice(0, -before.length) : text).trimEnd()
  return own === '' ? suggestion : `${own}\n${suggestion}`
}

/**
 * Checks the typed text against CHAT-8. `body` is the text to send; `excess` is the number of characters too
 * many. `maxLength` counts code points, so that an emoji is one character.
 */
export function checkDraft(text: string, maxLength: number) {
  const body = text.trim()
  const excess = Math.max(0, [...body].length - maxLength)
  return { body, excess, isSendable: body !== '' && excess === 0 }
}

/** Returns a text with an emoji in place of what is selected, and where the cursor is then. */
export function withEmoji(text: string, { emoji, start, end }: { emoji: string; start: number; end: number }) {
  return { text: text.slice(0, start) + emoji + text.slice(end), cursor: start + emoji.length }
}
