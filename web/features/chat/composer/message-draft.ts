/**
 * Returns a draft with a suggestion that the viewer has pressed. It takes the place of the suggestion before it; what the viewer
 * wrote stays above it.
 */
export function withSuggestion(text: string, { suggestion, before }: { suggestion: string; before: string | null }) {
  const own = (before !== null && text.endsWith(before) ? text.slice(0, -before.length) : text).trimEnd()
  return own === '' ? suggestion : `${own}\n${suggestion}`
}

/**
 * Checks what was typed against CHAT-8. `body` is the text as it is sent; `excess` is the number of characters that it has
 * too many. `maxLength` counts code points, so that an emoji is one character.
 */
export function checkDraft(text: string, maxLength: number) {
  const body = text.trim()
  const excess = Math.max(0, [...body].length - maxLength)
  return { body, excess, isSendable: body !== '' && excess === 0 }
}
