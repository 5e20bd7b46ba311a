/**
 * Checks what was typed against CHAT-8. `body` is the text as it is sent; `maxLength` counts code points, so that an emoji
 * is one character.
 */
export function checkDraft(text: string, maxLength: number) {
  const body = text.trim()
  const isTooLong = [...body].length > maxLength
  return { body, isTooLong, isSendable: body !== '' && !isTooLong }
}
