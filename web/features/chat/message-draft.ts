/**
 * Checks what was typed against CHAT-8. `body` is the text as it is sent; `excess` is the number of characters that it has
 * too many. `maxLength` counts code points, so that an emoji is one character.
 */
export function checkDraft(text: string, maxLength: number) {
  const body = text.trim()
  const excess = Math.max(0, [...body].length - maxLength)
  return { body, excess, isSendable: body !== '' && excess === 0 }
}
